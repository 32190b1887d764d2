import type { Challenge } from "../authTypes.ts";
import { lacksSecondFactor, noteFullSession } from "../halfSession.ts";
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
  if (failure || !data.user) return null;
  const factors = verifiedFactors(data.user.factors);
  const hasPassed = level.data?.currentLevel === "aal2" && !lacksSecondFactor(data.user.id);
  if (factors.length === 0 || hasPassed) return null;
  return challengeOf(client, factors, async () => {
    await noteFullSession();
    return { ok: true };
  });
}
