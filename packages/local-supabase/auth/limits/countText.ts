import { AuthError } from "../authError.ts";
import type { Sql } from "../sql.ts";
import { type AttemptLimit, countAttempt, refuseTooMany } from "./attempts.ts";

/** Texts cost money, and the phone need not be the caller's. */
const TO_ONE: AttemptLimit = { name: "texts to", count: 5, windowSeconds: 3600 };
const FROM_ADDRESS: AttemptLimit = { name: "texts from", count: 20, windowSeconds: 86_400 };
const BY_ACCOUNT: AttemptLimit = { name: "texts by", count: 20, windowSeconds: 86_400 };

const tooMany = () => new AuthError(429, "over_sms_send_rate_limit", "SMS rate limit exceeded");

/**
 * Counts a text message that is about to be sent. Throws 429 when there were too many, and counts none then. A phone that
 * has shown to be the account's own is counted with the account alone, so that nobody else can use up its texts.
 */
export async function countText(
  sql: Sql,
  text: { number: string; isVerified: boolean; address: string; userId: string },
): Promise<void> {
  const counted: [AttemptLimit, string][] = [[BY_ACCOUNT, text.userId]];
  if (text.isVerified) counted.push([TO_ONE, `${text.number} ${text.userId}`]);
  else counted.push([TO_ONE, text.number], [FROM_ADDRESS, text.address]);
  for (const [limit, subject] of counted) await refuseTooMany(sql, limit, subject, tooMany);
  for (const [limit, subject] of counted) await countAttempt(sql, limit, subject);
}
