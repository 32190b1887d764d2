import { Secret, TOTP } from "otpauth";
import { toString as toQrCode } from "qrcode";
import { z } from "zod";
import { AuthError, invalid } from "../authError.ts";
import type { AuthSession } from "../session/session.ts";
import type { Sql } from "../sql.ts";
import { type FactorType, factorsOf, removeFactor } from "./factor.ts";
import type { MfaParts } from "./parts.ts";
import { type MfaSettings, UNVERIFIED_SECONDS } from "./settings.ts";

const text = (maximum: number) =>
  z
    .string()
    .max(maximum)
    .nullish()
    .transform((value) => value ?? "");
const enrollBody = z.object({
  factor_type: text(20),
  friendly_name: text(255),
  /** Appears twice in the QR code, whose capacity is limited. */
  issuer: text(64),
  phone: text(40),
});
const E164 = /^[1-9]\d{1,14}$/;

/** `POST /factors`: creates an unverified factor and returns the data that the user needs to verify it. */
export async function enrollFactor(
  parts: MfaParts,
  session: AuthSession,
  body: unknown,
): Promise<Record<string, unknown>> {
  const parsed = enrollBody.safeParse(body);
  if (!parsed.success) throw invalid(parsed.error.issues.map((issue) => issue.message).join("; "));
  const { friendly_name, issuer, phone } = parsed.data;
  const type = requireType(parsed.data.factor_type);
  requireEnrollable(parts, type);
  const { driver: sql } = parts;
  const number = type === "phone" ? requireNumber(phone) : null;
  if (number) await replaceUnverifiedPhone(sql, session.userId, number);
  await requireRoom(sql, parts.settings, session, friendly_name);

  const secret = type === "totp" ? new Secret({ size: 20 }).base32 : null;
  const { rows } = await sql.query<{ id: string }>(
    `insert into auth.mfa_factors (user_id, friendly_name, factor_type, secret, phone)
     values ($1, $2, $3, $4, $5) returning id`,
    [session.userId, friendly_name, type, secret, number],
  );
  const factor = { id: rows[0]?.id, type, friendly_name };
  if (secret) return { ...factor, totp: await totpDetails(parts, session, issuer, secret) };
  return number ? { ...factor, phone } : factor;
}

async function totpDetails(parts: MfaParts, session: AuthSession, issuer: string, secret: string) {
  const totp = new TOTP({ issuer: issuer || new URL(parts.siteUrl).host, label: session.email, secret });
  const uri = totp.toString();
  const svg = await toQrCode(uri, { type: "svg", errorCorrectionLevel: "L" });
  // supabase-js puts this into a data URL without escaping, where a # would start the fragment.
  const qr_code = svg.replaceAll("#ffffff", "white").replaceAll("#000000", "black").trim();
  return { qr_code, secret, uri };
}

function requireType(type: string): FactorType {
  if (type === "totp" || type === "phone" || type === "webauthn") return type;
  throw invalid("factor_type needs to be totp, phone, or webauthn");
}

const DISABLED: Record<FactorType, [code: string, name: string]> = {
  totp: ["mfa_totp_enroll_not_enabled", "TOTP"],
  phone: ["mfa_phone_enroll_not_enabled", "Phone"],
  webauthn: ["mfa_webauthn_enroll_not_enabled", "WebAuthn"],
};

function requireEnrollable({ settings, sendText }: MfaParts, type: FactorType): void {
  const isOn = {
    totp: settings.totp.enroll_enabled,
    phone: settings.phone.enroll_enabled && sendText !== null,
    webauthn: settings.web_authn.enroll_enabled,
  }[type];
  const [code, name] = DISABLED[type];
  if (!isOn) throw new AuthError(422, code, `MFA enroll is disabled for ${name}`);
}

function requireNumber(phone: string): string {
  if (phone === "") throw invalid("Phone number required to enroll Phone factor");
  const number = phone.replace(/^\+/, "").replaceAll(" ", "");
  if (!E164.test(number)) throw invalid("Invalid phone number format (E.164 required)");
  return number;
}

async function replaceUnverifiedPhone(sql: Sql, userId: string, phone: string): Promise<void> {
  for (const factor of await factorsOf(sql, userId)) {
    if (factor.factor_type !== "phone" || factor.phone !== phone) continue;
    if (factor.status === "verified") {
      const message = "A verified phone factor already exists, unenroll the existing factor to continue";
      throw new AuthError(422, "mfa_verified_factor_exists", message);
    }
    await removeFactor(sql, factor);
  }
}

/** GoTrue's validateFactors: deletes abandoned enrolments, then checks name, number and level, in this order. */
async function requireRoom(
  sql: Sql,
  settings: MfaSettings,
  session: AuthSession,
  name: string,
): Promise<void> {
  await sql.query(
    `delete from auth.mfa_factors f where user_id = $1 and status = 'unverified'
       and created_at < now() - make_interval(secs => $2)
       and not exists (select from auth.mfa_challenges c where c.factor_id = f.id)`,
    [session.userId, UNVERIFIED_SECONDS],
  );
  const factors = await factorsOf(sql, session.userId);
  if (factors.some((factor) => factor.friendly_name === name)) {
    const message = `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`;
    throw new AuthError(422, "mfa_factor_name_conflict", message);
  }
  if (factors.length >= settings.max_enrolled_factors) {
    const message = "Maximum number of verified factors reached, unenroll to continue";
    throw new AuthError(422, "too_many_enrolled_mfa_factors", message);
  }
  if (factors.some((factor) => factor.status === "verified") && !session.isAal2) {
    throw new AuthError(403, "insufficient_aal", "AAL2 required to enroll a new factor");
  }
}
