import { mailPaths } from "../../../domain/mailPaths.ts";
import { UNREACHABLE } from "../authMessages.ts";
import type { AuthOutcome } from "../authTypes.ts";
import { browserSessionPorts, type SessionPorts } from "../sessionPorts.ts";
import { asFields, parseJson } from "../storedSession.ts";

/** External accounts that can be used to sign in. */
export type Provider = "google" | "github";
export const PROVIDER_NAMES: Record<Provider, string> = { google: "Google", github: "GitHub" };
const PROVIDERS: readonly Provider[] = ["google", "github"];

/** The minimum that the academy needs: name and email address. */
const SCOPES: Record<Provider, string> = { google: "openid", github: "user:email" };
/** On a shared computer, the previous user's session must not decide which account is used. */
const QUESTION = { prompt: "select_account" };

/** The providers that the auth server is configured for (GET /auth/v1/settings). Empty if it cannot be reached. */
export async function configuredProviders(
  ports: Pick<SessionPorts, "env" | "fetch"> = browserSessionPorts(),
): Promise<Provider[]> {
  const { env, fetch } = ports;
  try {
    const reply = await fetch(`${env.supabaseUrl}/auth/v1/settings`, {
      headers: { apikey: env.publishableKey },
    });
    const external = asFields(asFields(parseJson(await reply.text()))?.external);
    return PROVIDERS.filter((provider) => external?.[provider] === true);
  } catch (error) {
    console.info("The auth server did not list its providers", error);
    return [];
  }
}

/** The provider's sign-in URL (spec §7). `next` is the page of this site to open afterwards. */
export async function authorizeUrl(provider: Provider, next: string | null): Promise<string> {
  const { providerSupabase } = await import("../supabase.ts");
  const back = new URL(mailPaths.providerReturn(), location.origin);
  if (next) back.searchParams.set("next", next);
  const { data, error } = await providerSupabase().auth.signInWithOAuth({
    provider,
    options: {
      redirectTo: back.href,
      scopes: SCOPES[provider],
      queryParams: QUESTION,
      skipBrowserRedirect: true,
    },
  });
  if (error) throw error;
  return data.url;
}

/** Redirects to the provider, or returns why that failed. Never rejects. */
export async function redirectTo(provider: Provider, next: string | null): Promise<AuthOutcome> {
  const outOfReach = { ok: false, message: UNREACHABLE } as const;
  // Leaving for a server that cannot be reached would replace the page with the browser's own error page.
  if (!(await configuredProviders()).includes(provider)) return outOfReach;
  try {
    location.assign(await authorizeUrl(provider, next));
    return { ok: true };
  } catch (error) {
    // The library is loaded on demand, which can fail.
    console.warn("The provider sign-in could not be started", error);
    return outOfReach;
  }
}
