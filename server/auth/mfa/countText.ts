import { type AttemptLimit, countAttempt, refuseTooMany } from "../attempts.ts";
import { AuthError } from "../authError.ts";
import type { Sql } from "../sql.ts";

/** Texts cost money, and the phone need not be the caller's. */
const TO_ONE: AttemptLimit = { name: "texts to", count: 5, windowSeconds: 3600 };
const FROM_ADDRESS: AttemptLimit = { name: "texts from", count: 20, windowSeconds: 86_400 };
const BY_ACCOUNT: AttemptLimit = { name: "texts by", count: 20, windowSeconds: 86_400 };

/** Counts a text message that is about to be sent. Throws 429 when there were too many, and counts none then. */
export async function countText(
  sql: Sql,
  text: { number: string; address: string; userId: string },
): Promise<void> {
  const counted: [AttemptLimit, string][] = [
    [TO_ONE, text.number],
    [FROM_ADDRESS, text.address],
    [BY_ACCOUNT, text.userId],
  ];
  try {
    for (const [limit, subject] of counted) await refuseTooMany(sql, limit, subject);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    throw new AuthError(429, "over_sms_send_rate_limit", "SMS rate limit exceeded");
  }
  for (const [limit, subject] of counted) await countAttempt(sql, limit, subject);
}
