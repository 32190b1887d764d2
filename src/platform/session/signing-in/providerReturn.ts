import { signInFrom } from "../authActions.ts";
import { authMessage } from "../authMessages.ts";
import { followIdentity } from "../authStore.ts";
import type { Challenge } from "../authTypes.ts";

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
export type ProviderReturn = { status: "code"; code: string } | ReturnFailure;
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
