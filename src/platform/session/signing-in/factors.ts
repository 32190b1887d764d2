import type { SupabaseClient } from "@supabase/supabase-js";
import * as z from "zod/mini";
import type { Lack } from "../../../domain/failures.ts";
import { requireUserId } from "../../../domain/ids.ts";
import { plainCode } from "../../../domain/text/typedText.ts";
import { refreshAccount } from "../../account/accountActions.ts";
import { type BrowserEnv, browserEnv } from "../../env.ts";
import { authMessage } from "../authMessages.ts";
import type { AuthOutcome, Factor, Loaded } from "../authTypes.ts";
import { noteLack } from "../halfSession.ts";
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

const HALF: Lack = "second_factor_needed";

export async function loadSecondFactors(): Promise<Loaded<SecondFactors>> {
  const client = await library();
  const { data, error } = await client.auth.getUser();
  const left = await client.rpc("recovery_codes_left");
  // The server knows the level of the session before its token does: removing a factor lowers it.
  const mayChange = left.error?.hint !== HALF;
  const failure = error ?? (mayChange && left.error ? { ...left.error, status: left.status } : null);
  if (failure || !data.user) return refused(failure ?? {});
  if (!mayChange) await noteLack(requireUserId(data.user.id), HALF);
  const recoveryCodesLeft = z.catch(z.int(), 0).parse(left.data);
  return {
    ok: true,
    data: { factors: verifiedFactors(data.user.factors), mayChange, recoveryCodesLeft },
  };
}

/** `qrCode` is an image as a data URL, `secret` its content as text. */
export type NewApp = { ok: true; id: string; qrCode: string; secret: string };

export async function beginApp(name: string, issuer: string): Promise<NewApp | Refused> {
  const client = await library();
  const { data, error } = await enrolAs(client, name, () =>
    client.auth.mfa.enroll({ factorType: "totp", friendlyName: name, issuer }),
  );
  if (error) return refused(error);
  return { ok: true, id: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret };
}

export async function finishApp(factorId: string, typed: string): Promise<AuthOutcome> {
  const client = await library();
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: plainCode(typed) });
  return error ? refused(error) : { ok: true };
}

/** Sends a code to the phone. */
export async function beginPhone(
  name: string,
  typed: string,
): Promise<{ ok: true; id: string; challengeId: string } | Refused> {
  const client = await library();
  const phone = plainCode(typed).replace(/[().]/g, "");
  const { data, error } = await enrolAs(client, name, () =>
    client.auth.mfa.enroll({ factorType: "phone", friendlyName: name, phone }),
  );
  if (error) return refused(error);
  const asked = await client.auth.mfa.challenge({ factorId: data.id, channel: "sms" });
  return asked.error ? refused(asked.error) : { ok: true, id: data.id, challengeId: asked.data.id };
}

export async function finishPhone(
  factorId: string,
  challengeId: string,
  typed: string,
): Promise<AuthOutcome> {
  const client = await library();
  const { error } = await client.auth.mfa.verify({ factorId, challengeId, code: plainCode(typed) });
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
  const { error } = await enrolAs(client, name, () =>
    client.auth.mfa.webauthn.register({ friendlyName: name }, ANY_PASSKEY),
  );
  return error ? refused(error) : { ok: true };
}

/**
 * Enrols a factor under this name, which must be unique. An earlier attempt that was not completed may still have it and is
 * replaced.
 */
async function enrolAs<T extends { error: { code?: string | undefined } | null }>(
  client: SupabaseClient,
  name: string,
  enrol: () => Promise<T>,
): Promise<T> {
  const first = await enrol();
  if (first.error?.code !== "mfa_factor_name_conflict") return first;
  const { data } = await client.auth.mfa.listFactors();
  const begun = data?.all.find((each) => each.friendly_name === name && each.status === "unverified");
  if (!begun) return first;
  await client.auth.mfa.unenroll({ factorId: begun.id });
  return enrol();
}

/** Also succeeds if the factor was removed elsewhere. */
export async function removeFactor(factorId: string): Promise<AuthOutcome> {
  const client = await library();
  const { error } = await client.auth.mfa.unenroll({ factorId });
  if (error && error.code !== "mfa_factor_not_found") return refused(error);
  await refreshAccount();
  return { ok: true };
}

/** Creates ten new codes and invalidates the previous ones. They are returned only this once. */
export async function makeRecoveryCodes(): Promise<{ ok: true; codes: string[] } | Refused> {
  const client = await library();
  const { data, error, status } = await client.rpc("create_recovery_codes");
  const codes = z.array(z.string()).safeParse(data);
  return error || !codes.success ? refused({ ...error, status }) : { ok: true, codes: codes.data };
}

/**
 * Whether a phone can be added as a second factor. The hosted service charges for phones, so `VITE_PHONE_FACTORS` switches
 * them on there; the embedded server, which is the page's own origin, offers them. Throws if the value is invalid.
 */
export function offersPhones(
  setting: string | undefined = import.meta.env.VITE_PHONE_FACTORS,
  { supabaseUrl }: Pick<BrowserEnv, "supabaseUrl"> = browserEnv(),
): boolean {
  if (!setting) return supabaseUrl === location.origin;
  if (setting !== "on" && setting !== "off") throw new Error('VITE_PHONE_FACTORS must be "on" or "off".');
  return setting === "on";
}
