import { createHash } from "node:crypto";
import { AuthError } from "./authError.ts";
import type { Sql } from "./sql.ts";

/** `count` in `windowSeconds`, counted from the first. */
export type AttemptLimit = { name: string; count: number; windowSeconds: number };

/** Only a digest of whom it is about is stored. */
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

/** Throws 429 `over_request_rate_limit` once `limit.count` attempts have been counted in the running window. */
export async function refuseTooMany(sql: Sql, limit: AttemptLimit, subject: string): Promise<void> {
  const { rows } = await sql.query(
    "select from auth.attempts where key = $1 and count >= $2 and window_ends_at > now()",
    [keyOf(limit, subject), limit.count],
  );
  if (rows.length > 0) throw new AuthError(429, "over_request_rate_limit", "Request rate limit reached");
}

export async function forgetAttempts(sql: Sql, limit: AttemptLimit, subject: string): Promise<void> {
  await sql.query("delete from auth.attempts where key = $1", [keyOf(limit, subject)]);
}
