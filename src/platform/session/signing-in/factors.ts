import type { SupabaseClient } from "@supabase/supabase-js";
import * as z from "zod/mini";
import { refreshAccount } from "../../account/accountActions.ts";
import { authMessage } from "../authMessages.ts";
import type { AuthOutcome, Factor } from "../authTypes.ts";
import { verifiedFactors } from "./secondFactor.ts";

/** Lists, adds and removes the signed-in user's second factors. Needs a connection. */
const library = async () => (await import("../supabase.ts")).supabase();
type Refused = { ok: false; message: string };
const refused = (error: Parameters<typeof authMessage>[0]): Refused => ({
  ok: false,
  message: authMessage(error),
});

export type SecondFactors = {
  factors: Factor[];
  /** False if the account has a factor that this session has not passed, in which case nothing can be changed. */
  mayChange: boolean;
  recoveryCodesLeft: number;
};

/** Null if the server could not be reached. */
export async function loadSecondFactors(): Promise<SecondFactors | null> {
  const client = await library();
  const { data, error } = await client.auth.getUser();
  const level = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  const left = await client.rpc("recovery_codes_left");
  const failure = error ?? level.error ?? left.error;
  if (failure || !data.user) {
    console.info("The second factors could not be loaded", failure?.message);
    return null;
  }
  const factors = verifiedFactors(data.user.factors);
  return {
    factors,
    mayChange: factors.length === 0 || level.data?.currentLevel === "aal2",
    recoveryCodesLeft: z.catch(z.int(), 0).parse(left.data),
  };
}

/** `qrCode` is an image as a data URL, `secret` its content as text. */
export type NewApp = { ok: true; id: string; qrCode: string; secret: string };

export async function beginApp(name: string, issuer: string): Promise<NewApp | Refused> {
  const client = await library();
  const { data, error } = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: name, issuer });
  if (error) return refused(error);
  return { ok: true, id: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret };
}

export async function finishApp(factorId: string, code: string): Promise<AuthOutcome> {
  const client = await library();
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code });
  return error ? refused(error) : { ok: true };
}

/** Sends a code to the phone. */
export async function beginPhone(
  name: string,
  phone: string,
): Promise<{ ok: true; id: string; challengeId: string } | Refused> {
  const client = await library();
  const { data, error } = await client.auth.mfa.enroll({ factorType: "phone", friendlyName: name, phone });
  if (error) return refused(error);
  const asked = await client.auth.mfa.challenge({ factorId: data.id, channel: "sms" });
  return asked.error ? refused(asked.error) : { ok: true, id: data.id, challengeId: asked.data.id };
}

export async function finishPhone(factorId: string, challengeId: string, code: string): Promise<AuthOutcome> {
  const client = await library();
  const { error } = await client.auth.mfa.verify({ factorId, challengeId, code });
  return error ? refused(error) : { ok: true };
}

/**
 * By default supabase-js allows only security keys and asks for attestation, which would exclude passkeys on phones and
 * computers. It has no option to omit the authenticator attachment, but browsers ignore an unknown value (WebAuthn
 * Level 3).
 */
const ANY_PASSKEY = {
  hints: [],
  attestation: "none",
  authenticatorSelection: { authenticatorAttachment: "any" as AuthenticatorAttachment },
} satisfies Parameters<SupabaseClient["auth"]["mfa"]["webauthn"]["register"]>[1];

/** Makes the browser ask for a fingerprint, face or key. */
export async function addPasskey(name: string): Promise<AuthOutcome> {
  const client = await library();
  const { error } = await client.auth.mfa.webauthn.register({ friendlyName: name }, ANY_PASSKEY);
  if (!error) return { ok: true };
  await removeUnfinished(client, name);
  return refused(error);
}

/** An unfinished attempt would block its name for the next one. */
async function removeUnfinished(client: SupabaseClient, name: string): Promise<void> {
  const { data } = await client.auth.mfa.listFactors();
  const begun = data?.all.find((each) => each.friendly_name === name && each.status === "unverified");
  if (!begun) return;
  const { error } = await client.auth.mfa.unenroll({ factorId: begun.id });
  if (error) console.info("A passkey whose set-up was not completed could not be removed", error.message);
}

export async function removeFactor(factorId: string): Promise<AuthOutcome> {
  const client = await library();
  const { error } = await client.auth.mfa.unenroll({ factorId });
  if (error) return refused(error);
  await refreshAccount();
  return { ok: true };
}

/** Creates ten new codes and invalidates the previous ones. They are returned only this once. */
export async function makeRecoveryCodes(): Promise<{ ok: true; codes: string[] } | Refused> {
  const client = await library();
  const { data, error } = await client.rpc("create_recovery_codes");
  const codes = z.array(z.string()).safeParse(data);
  return error || !codes.success ? refused(error ?? {}) : { ok: true, codes: codes.data };
}
