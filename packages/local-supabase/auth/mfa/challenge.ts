import { createHash, randomInt } from "node:crypto";
import { AuthError } from "../authError.ts";
import { addressBlock } from "../limits/addressBlock.ts";
import { type AttemptLimit, countAttempt, refuseTooMany } from "../limits/attempts.ts";
import type { Sql } from "../sql.ts";
import type { Factor } from "./factor.ts";
import type { FactorCall } from "./parts.ts";
import { CHALLENGE_SECONDS } from "./settings.ts";

const CODE_DIGITS = 6;
const CHALLENGES: AttemptLimit = { name: "mfa challenges", count: 30, windowSeconds: 300 };

/** `POST /factors/:id/challenge`: creates the challenge that a verification must answer within five minutes. */
export async function challengeFactor(call: FactorCall, email: string): Promise<Record<string, unknown>> {
  const { parts, factor } = call;
  const { driver: sql } = parts;
  await refuseTooMany(sql, CHALLENGES, factor.user_id);
  await countAttempt(sql, CHALLENGES, factor.user_id);
  switch (factor.factor_type) {
    case "totp":
      return storeChallenge(sql, call, {});
    case "phone":
      return challengePhone(call);
    case "webauthn": {
      // Loaded lazily, because it would take the largest part of the server's startup time.
      const { webauthnOptions } = await import("./webauthn.ts");
      const { challenge, ...webauthn } = await webauthnOptions(sql, factor, parts, email);
      const reply = await storeChallenge(sql, call, { webauthn: challenge });
      return { ...reply, webauthn };
    }
  }
}

async function challengePhone(call: FactorCall): Promise<Record<string, unknown>> {
  const { parts, factor, address } = call;
  const { template, max_frequency: everySeconds } = parts.settings.phone;
  if (!parts.sendText) {
    throw new AuthError(422, "mfa_phone_verify_not_enabled", "MFA verification is disabled for Phone");
  }
  const { rows } = await parts.driver.query<{ wait: number }>(
    `select ceil(extract(epoch from last_challenged_at + make_interval(secs => $2) - now()))::int as wait
     from auth.mfa_factors where id = $1 and last_challenged_at > now() - make_interval(secs => $2)`,
    [factor.id, everySeconds],
  );
  if (rows[0]) {
    const message = `For security purposes, you can only request this after ${rows[0].wait} seconds.`;
    throw new AuthError(429, "over_sms_send_rate_limit", message);
  }
  await countText(parts.driver, {
    number: factor.phone ?? "",
    isVerified: factor.status === "verified",
    address: addressBlock(address),
    userId: factor.user_id,
  });
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, "0");
  const reply = await storeChallenge(parts.driver, call, { code });
  await parts.sendText({ to: `+${factor.phone}`, text: template.replace(/\{\{\s*\.Code\s*\}\}/, code) });
  return reply;
}

async function storeChallenge(
  sql: Sql,
  { factor, address }: FactorCall,
  expected: { code?: string; webauthn?: string },
): Promise<Record<string, unknown>> {
  const id = crypto.randomUUID();
  await sql.query(
    `delete from auth.mfa_challenges where factor_id = $1 and created_at < now() - interval '1 day'`,
    [factor.id],
  );
  const { rows } = await sql.query<{ expires_at: number }>(
    `insert into auth.mfa_challenges (id, factor_id, ip_address, otp_code, web_authn_session_data)
     values ($1, $2, $3, $4, $5)
     returning floor(extract(epoch from created_at))::int + $6::int as expires_at`,
    [
      id,
      factor.id,
      address,
      expected.code === undefined ? null : hashCode(id, expected.code),
      expected.webauthn === undefined ? null : { challenge: expected.webauthn },
      CHALLENGE_SECONDS,
    ],
  );
  await sql.query("update auth.mfa_factors set last_challenged_at = now() where id = $1", [factor.id]);
  return { id, type: factor.factor_type, expires_at: rows[0]?.expires_at };
}

/** Codes are stored as a digest of the code and its challenge. */
export function hashCode(challengeId: string, code: string): string {
  return createHash("sha256").update(`${challengeId} ${code}`).digest("hex");
}

export type Challenge = Pick<Factor, "id"> & {
  otp_code: string | null;
  web_authn_session_data: { challenge: string } | null;
};

/** Throws GoTrue's 422 for a challenge that is unknown, used or expired, or was requested from another address. */
export async function requireChallenge(
  sql: Sql,
  { factor, address }: FactorCall,
  id: string,
): Promise<Challenge> {
  const { rows } = await sql.query<Challenge & { is_foreign: boolean; is_expired: boolean }>(
    `select id, otp_code, web_authn_session_data, verified_at is not null or ip_address <> $3 as is_foreign,
       created_at + make_interval(secs => $4) < now() as is_expired
     from auth.mfa_challenges where id = $1 and factor_id = $2`,
    [id, factor.id, address, CHALLENGE_SECONDS],
  );
  const challenge = rows[0];
  if (!challenge) {
    const message = "MFA factor with the provided challenge ID not found";
    throw new AuthError(422, "mfa_factor_not_found", message);
  }
  if (challenge.is_foreign) {
    const message = "Challenge and verify IP addresses mismatch.";
    throw new AuthError(422, "mfa_ip_address_mismatch", message);
  }
  if (challenge.is_expired) {
    await sql.query("delete from auth.mfa_challenges where id = $1", [id]);
    const message = `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`;
    throw new AuthError(422, "mfa_challenge_expired", message);
  }
  return challenge;
}

/** Limits texts, because they cost money and the phone may not be the caller's. */
const TO_ONE: AttemptLimit = { name: "texts to", count: 5, windowSeconds: 3600 };
const FROM_ADDRESS: AttemptLimit = { name: "texts from", count: 20, windowSeconds: 86_400 };
const BY_ACCOUNT: AttemptLimit = { name: "texts by", count: 20, windowSeconds: 86_400 };

const tooMany = () => new AuthError(429, "over_sms_send_rate_limit", "SMS rate limit exceeded");

/**
 * Counts a text message before it is sent. Throws 429, without counting, if there were too many. Texts to a verified phone
 * are counted per account, so that no other account can use up its limit.
 */
async function countText(
  sql: Sql,
  text: { number: string; isVerified: boolean; address: string; userId: string },
): Promise<void> {
  const counted: [AttemptLimit, string][] = [[BY_ACCOUNT, text.userId]];
  if (text.isVerified) counted.push([TO_ONE, `${text.number} ${text.userId}`]);
  else counted.push([TO_ONE, text.number], [FROM_ADDRESS, text.address]);
  for (const [limit, subject] of counted) await refuseTooMany(sql, limit, subject, tooMany);
  for (const [limit, subject] of counted) await countAttempt(sql, limit, subject);
}
