import type { Factor as ServerFactor, SupabaseClient } from "@supabase/supabase-js";
import { plainCode } from "../../../domain/text/typedText.ts";
import { callFunction } from "../../functions.ts";
import { authMessage, callMessage } from "../authMessages.ts";
import type { AuthOutcome, Challenge, Factor } from "../authTypes.ts";
import { lacksSecondFactor, noteFullSession } from "../halfSession.ts";
import { asFields } from "../storedSession.ts";

const DONE = {
  safeParse: (value: unknown) => ({ success: asFields(value)?.success === true, data: null }),
} as {
  // Both members of the union have `data`, which the caller does not read.
  safeParse(value: unknown): { success: true; data: null } | { success: false };
};
// Without this, supabase-js hints that the user has a security key. The value is merged over the server's options,
// which include the challenge that the type requires.
const ANY_PASSKEY = { hints: [] as string[] } as Parameters<
  SupabaseClient["auth"]["mfa"]["webauthn"]["authenticate"]
>[1];

export function verifiedFactors(factors: readonly ServerFactor[] | undefined): Factor[] {
  return (factors ?? []).flatMap(({ id, status, factor_type: kind, friendly_name: name }) =>
    status === "verified" && (kind === "totp" || kind === "phone" || kind === "webauthn")
      ? [{ id, kind, name: name ?? "" }]
      : [],
  );
}

/** Asks the user of this client's session for one of the factors. `onPassed` runs once it has been passed. */
export function challengeOf(
  client: SupabaseClient,
  factors: readonly Factor[],
  onPassed: () => Promise<AuthOutcome>,
): Challenge {
  const sent = new Map<string, string>();
  const passedUnless = (
    error: Parameters<typeof authMessage>[0] | null,
  ): Promise<AuthOutcome> | AuthOutcome => (error ? { ok: false, message: authMessage(error) } : onPassed());
  return {
    factors,
    async sendCode(factorId) {
      const { data, error } = await client.auth.mfa.challenge({ factorId, channel: "sms" });
      if (error) return { ok: false, message: authMessage(error) };
      sent.set(factorId, data.id);
      return { ok: true };
    },
    async passByCode(factorId, typed) {
      const code = plainCode(typed);
      const challengeId = sent.get(factorId);
      const { error } = challengeId
        ? await client.auth.mfa.verify({ factorId, challengeId, code })
        : await client.auth.mfa.challengeAndVerify({ factorId, code });
      return passedUnless(error);
    },
    async passByPasskey(factorId) {
      const { error } = await client.auth.mfa.webauthn.authenticate({ factorId }, ANY_PASSKEY);
      return passedUnless(error);
    },
    async passByRecoveryCode(typed) {
      const code = plainCode(typed);
      const { data } = await client.auth.getSession();
      const reply = await callFunction("use-recovery-code", { code }, DONE, data.session?.access_token);
      return reply.ok ? onPassed() : { ok: false, message: callMessage(reply) };
    },
  };
}

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
