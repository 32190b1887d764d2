import type { Challenge } from "../authTypes.ts";
import { noteFullSession } from "../halfSession.ts";
import { challengeOf, verifiedFactors } from "./secondFactor.ts";

/**
 * The challenge that this session must pass before it may change the account. Null if there is none or the server
 * cannot be reached. Passing it upgrades this device's stored session.
 */
export async function missingChallenge(): Promise<Challenge | null> {
  const client = (await import("../supabase.ts")).supabase();
  const { data, error } = await client.auth.getUser();
  const level = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  const failure = error ?? level.error;
  if (failure) console.info("The second factors could not be loaded", failure.message);
  const factors = verifiedFactors(data.user?.factors);
  if (failure || factors.length === 0 || level.data?.currentLevel === "aal2") return null;
  return challengeOf(client, factors, async () => {
    await noteFullSession();
    return { ok: true };
  });
}
