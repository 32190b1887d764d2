import { timingSafeEqual } from "node:crypto";
import { TOTP } from "otpauth";
import { z } from "zod";
import { AuthError, invalid } from "../authError.ts";
import { type AttemptLimit, countAttempt, refuseTooMany } from "../limits/attempts.ts";
import { recordMethod } from "../session/amr.ts";
import type { AuthSession } from "../session/session.ts";
import type { Sql } from "../sql.ts";
import { type Challenge, hashCode, requireChallenge } from "./challenge.ts";
import { type Factor, lacksSecondFactor, METHOD_NAMES } from "./factor.ts";
import type { FactorCall } from "./parts.ts";

/**
 * Limits one user's wrong answers across all factors, so that a six-digit code cannot be brute-forced. Only a caller
 * with the password, or with access to the user's email, can use up these limits.
 */
const WRONG_ANSWERS: readonly AttemptLimit[] = [
  { name: "mfa", count: 10, windowSeconds: 300 },
  { name: "mfa day", count: 50, windowSeconds: 86_400 },
];
const STEP_SECONDS = 30;
const TOTP_CODE = /^\d{6}$/;

const verifyBody = z.object({
  challenge_id: z.uuid("challenge_id must be an UUID"),
  code: z
    .string()
    .nullish()
    .transform((value) => value ?? ""),
  webauthn: z.unknown().optional(),
});
type Answer = z.output<typeof verifyBody>;

/** `POST /factors/:id/verify`: raises the session to aal2. The caller renews its tokens afterwards. */
export async function verifyFactor(call: FactorCall, session: AuthSession, body: unknown): Promise<void> {
  const { parts, factor } = call;
  const answer = parseAnswer(factor, body);
  await requireMayVerify(parts.driver, factor, session);
  for (const limit of WRONG_ANSWERS) await refuseTooMany(parts.driver, limit, session.userId);
  const challenge = await requireChallenge(parts.driver, call, answer.challenge_id);
  try {
    await parts.driver.transaction(async (sql) => {
      await check(sql, call, challenge, answer);
      await raise(sql, factor, session);
    });
  } catch (error) {
    const isWrong = error instanceof AuthError && error.errorCode === "mfa_verification_failed";
    if (isWrong) for (const limit of WRONG_ANSWERS) await countAttempt(parts.driver, limit, session.userId);
    throw error;
  }
}

function parseAnswer(factor: Factor, body: unknown): Answer {
  const parsed = verifyBody.safeParse(body);
  if (!parsed.success) throw invalid(parsed.error.issues.map((issue) => issue.message).join("; "));
  if (factor.factor_type !== "webauthn" && parsed.data.code === "") {
    throw invalid("Code needs to be non-empty");
  }
  return parsed.data;
}

/**
 * Prevents a caller who knows only the password from bypassing the verified factor with one that was enrolled before it.
 */
async function requireMayVerify(sql: Sql, factor: Factor, session: AuthSession): Promise<void> {
  if (factor.status === "verified") return;
  if (await lacksSecondFactor(sql, session)) {
    throw new AuthError(403, "insufficient_aal", "AAL2 required to enroll a new factor");
  }
}

async function check(sql: Sql, call: FactorCall, challenge: Challenge, answer: Answer): Promise<void> {
  const { parts, factor } = call;
  const use = (code: string | null) =>
    sql.query("update auth.mfa_challenges set verified_at = now(), otp_code = $2 where id = $1", [
      challenge.id,
      code,
    ]);
  if (factor.factor_type === "webauthn") {
    const { verifyWebauthn } = await import("./webauthn.ts");
    const expected = challenge.web_authn_session_data?.challenge ?? "";
    await verifyWebauthn(sql, factor, parts.siteUrl, expected, answer.webauthn);
    await use(null);
  } else if (factor.factor_type === "totp") {
    await use(String(await requireUnusedStep(sql, factor, answer.code)));
  } else {
    const [given, expected] = [hashCode(challenge.id, answer.code), challenge.otp_code ?? ""];
    if (given.length !== expected.length || !timingSafeEqual(Buffer.from(given), Buffer.from(expected))) {
      throw new AuthError(422, "mfa_verification_failed", "Invalid MFA Phone code entered");
    }
    await use(null);
  }
}

/**
 * Returns the 30-second step of a TOTP code, which may be one step early or late. Each code works once (RFC 6238 §5.2):
 * used challenges store their step in `otp_code`, and only a later step is accepted.
 */
async function requireUnusedStep(sql: Sql, factor: Factor, code: string): Promise<number> {
  const wrong = new AuthError(422, "mfa_verification_failed", "Invalid TOTP code entered");
  // The library throws for a text of other characters.
  if (!TOTP_CODE.test(code)) throw wrong;
  const delta = new TOTP({ secret: factor.secret ?? "" }).validate({ token: code, window: 1 });
  if (delta === null) throw wrong;
  const step = Math.floor(Date.now() / 1000 / STEP_SECONDS) + delta;
  const { rows } = await sql.query(
    `select from auth.mfa_challenges
     where factor_id = $1 and verified_at is not null and otp_code::bigint >= $2`,
    [factor.id, step],
  );
  if (rows.length > 0) throw wrong;
  return step;
}

/** Like GoTrue, verifies the factor, ends sessions below aal2 and deletes other unverified factors of its type. */
async function raise(sql: Sql, factor: Factor, session: AuthSession): Promise<void> {
  await sql.query("update auth.mfa_factors set status = 'verified', updated_at = now() where id = $1", [
    factor.id,
  ]);
  await recordMethod(sql, session.id, METHOD_NAMES[factor.factor_type]);
  await sql.query("update auth.sessions set aal = 'aal2', factor_id = $2 where id = $1", [
    session.id,
    factor.id,
  ]);
  await sql.query("delete from auth.sessions where user_id = $1 and aal is distinct from 'aal2'", [
    session.userId,
  ]);
  await sql.query(
    "delete from auth.mfa_factors where user_id = $1 and status = 'unverified' and factor_type = $2",
    [session.userId, factor.factor_type],
  );
}
