import { mailPaths } from "../../../domain/mailPaths.ts";
import { signInFrom } from "../authActions.ts";
import { authMessage, UNREACHABLE } from "../authMessages.ts";
import { followIdentity } from "../authStore.ts";
import type { AuthOutcome, Challenge } from "../authTypes.ts";
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

/** Why a user who returned from a provider is not signed in. */
export type ReturnFailure =
  /** The user or the provider declined. */
  | { status: "denied" }
  /** The provider has not verified the user's email address. */
  | { status: "unconfirmed" }
  | { status: "failed"; message: string | null }
  /** This is not a return from a provider: the URL was typed or opened again. */
  | { status: "none" };

/** The outcome of a provider sign-in, as encoded in the URL. */
type ProviderReturn = { status: "code"; code: string } | ReturnFailure;
export type Arrival = { status: "entered" } | { status: "challenge"; challenge: Challenge } | ReturnFailure;

export function readProviderReturn(query: URLSearchParams): ProviderReturn {
  const errorCode = query.get("error_code");
  if (errorCode === "provider_email_needs_verification") return { status: "unconfirmed" };
  if (errorCode === null && query.get("error") === "access_denied") return { status: "denied" };
  if (errorCode !== null || query.has("error")) return { status: "failed", message: null };
  const code = query.get("code");
  return code ? { status: "code", code } : { status: "none" };
}

/** Signs in with the code, which is valid once and only in the tab that started the sign-in. Never rejects. */
export async function signInByCode(code: string): Promise<Arrival> {
  try {
    const [{ providerSupabase }] = await Promise.all([import("../supabase.ts"), followIdentity()]);
    const client = providerSupabase();
    const { data, error } = await client.auth.exchangeCodeForSession(code);
    // If this tab did not request the code, the library's message is one for programmers.
    if (error) return { status: "failed", message: isUndecided(error) ? authMessage(error) : null };
    const outcome = await signInFrom(client, data.user);
    if (!outcome.ok) return { status: "failed", message: outcome.message };
    return outcome.challenge ? { status: "challenge", challenge: outcome.challenge } : { status: "entered" };
  } catch (error) {
    console.warn("The return from the provider failed", error);
    return { status: "failed", message: null };
  }
}

/** No answer, or a fault of the server. */
const isUndecided = (error: { name: string }) => error.name === "AuthRetryableFetchError";
