import { mailPaths } from "../domain/mailPaths.ts";
import { authMessage } from "./authMessages.ts";
import type { AuthOutcome } from "./authTypes.ts";
import { browserSessionPorts, type SessionPorts } from "./sessionPorts.ts";
import { asFields, parseJson } from "./storedSession.ts";

/** Accounts elsewhere that a person may sign in with. */
export type Provider = "google" | "github";
export const PROVIDER_NAMES: Record<Provider, string> = { google: "Google", github: "GitHub" };
const PROVIDERS: readonly Provider[] = ["google", "github"];

/** What the academy has to know: the name and the address. */
const SCOPES: Record<Provider, string> = { google: "openid", github: "user:email" };
/** On a computer that people share, whose account it is must not be decided by who was there before. */
const QUESTION = { prompt: "select_account" };

/** Those that the auth server has been set up for (GET /auth/v1/settings); none where it cannot be asked. */
export async function configuredProviders(
  ports: Pick<SessionPorts, "env" | "fetch" | "online"> = browserSessionPorts(),
): Promise<Provider[]> {
  const { env, fetch, online } = ports;
  if (!online()) return [];
  try {
    const reply = await fetch(`${env.supabaseUrl}/auth/v1/settings`, {
      headers: { apikey: env.publishableKey },
    });
    const external = asFields(asFields(parseJson(await reply.text()))?.external);
    return PROVIDERS.filter((provider) => external?.[provider] === true);
  } catch (error) {
    console.info("The auth server did not say which providers there are", error);
    return [];
  }
}

/** Where the person leaves to (spec §7). `next` is the page of this site that they want to be on in the end. */
export async function addressOf(provider: Provider, next: string | null): Promise<string> {
  const { providerSupabase } = await import("./supabase.ts");
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

/** Takes the person to the provider, or says why that did not work. Never rejects. */
export async function leaveFor(provider: Provider, next: string | null): Promise<AuthOutcome> {
  const outOfReach = { ok: false, message: authMessage({ name: "AuthRetryableFetchError" }) } as const;
  if (!browserSessionPorts().online()) return outOfReach;
  try {
    location.assign(await addressOf(provider, next));
    return { ok: true };
  } catch (error) {
    // The library comes when it is needed, and may not.
    console.warn("The way to the provider could not be begun", error);
    return outOfReach;
  }
}
