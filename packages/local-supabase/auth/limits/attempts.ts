import { createHash } from "node:crypto";
import { AuthError } from "../authError.ts";
import type { Sql } from "../sql.ts";

/** At most `count` attempts in `windowSeconds`, a window that starts with the first attempt. */
export type AttemptLimit = { name: string; count: number; windowSeconds: number };

/** A digest, so that the table does not contain the subject itself. */
function keyOf(limit: AttemptLimit, subject: string): string {
  return createHash("sha256").update(`${limit.name} ${subject}`).digest("hex");
}

export async function countAttempt(sql: Sql, limit: AttemptLimit, subject: string): Promise<void> {
  await sql.query("delete from auth.attempts where window_ends_at <= now()");
  await sql.query(
    `insert into auth.attempts as mine (key, count, window_ends_at)
     values ($1, 1, now() + make_interval(secs => $2))
     on conflict (key) do update set count = mine.count + 1`,
    [keyOf(limit, subject), limit.windowSeconds],
  );
}

/** True once `limit.count` attempts have been counted in the current window. */
export async function isTooMany(sql: Sql, limit: AttemptLimit, subject: string): Promise<boolean> {
  const { rows } = await sql.query(
    "select from auth.attempts where key = $1 and count >= $2 and window_ends_at > now()",
    [keyOf(limit, subject), limit.count],
  );
  return rows.length > 0;
}

const tooMany = () => new AuthError(429, "over_request_rate_limit", "Request rate limit reached");

/** Throws `refusal()` if there have been too many attempts. */
export async function refuseTooMany(
  sql: Sql,
  limit: AttemptLimit,
  subject: string,
  refusal: () => AuthError = tooMany,
): Promise<void> {
  if (await isTooMany(sql, limit, subject)) throw refusal();
}

/** Counts a request that is limited whether or not it succeeds. Throws 429 above the limit. */
export async function limitRequests(sql: Sql, limit: AttemptLimit, subject: string): Promise<void> {
  await refuseTooMany(sql, limit, subject);
  await countAttempt(sql, limit, subject);
}

export async function clearAttempts(sql: Sql, limit: AttemptLimit, subject: string): Promise<void> {
  await sql.query("delete from auth.attempts where key = $1", [keyOf(limit, subject)]);
}
