import { type AttemptLimit, countAttempt, refuseTooMany } from "../attempts.ts";
import { AuthError } from "../authError.ts";
import type { Sql } from "../sql.ts";
import { redirectTo, type Step } from "./step.ts";

const TO_ONE: AttemptLimit = { name: "mails to", count: 5, windowSeconds: 900 };
const FROM_ADDRESS: AttemptLimit = { name: "mails from", count: 100, windowSeconds: 3600 };

/** `POST /recover`, `/otp`, `/magiclink` and `/resend`: counted whether or not the address has an account. */
export const sendMail: Step = async ({ sql, body, address, mails, request }, next) => {
  await countMail(sql, TO_ONE, String(body.email ?? "").toLowerCase());
  await countMail(sql, FROM_ADDRESS, address);
  return mails.leadingTo(redirectTo(request), () => next(request));
};

/** What a person has sent to their own address is counted with the other mails to it. */
export async function countMailTo(sql: Sql, email: string): Promise<void> {
  await countMail(sql, TO_ONE, email);
}

async function countMail(sql: Sql, limit: AttemptLimit, subject: string): Promise<void> {
  try {
    await refuseTooMany(sql, limit, subject);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    throw new AuthError(429, "over_email_send_rate_limit", "email rate limit exceeded");
  }
  await countAttempt(sql, limit, subject);
}
