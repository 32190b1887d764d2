import { AuthError } from "../authError.ts";
import { type AttemptLimit, countAttempt, isTooMany, refuseTooMany } from "../limits/attempts.ts";
import type { AuthCall, Step } from "./step.ts";

const TO_ONE: AttemptLimit = { name: "mails to", count: 5, windowSeconds: 900 };
/** For requests of a signed-in user; no other user can use up this limit. */
const BY_PERSON: AttemptLimit = { name: "mails by", count: 5, windowSeconds: 900 };
/** A mailbox receives emails to any alias (`name+anything@…`), and anyone can create accounts with its aliases. */
const TO_ALIASES: AttemptLimit = { name: "mails to aliases of", count: 20, windowSeconds: 86_400 };
/** For emails to the new address in a change of address. */
const TO_NEW: AttemptLimit = { name: "mails to new address", count: 10, windowSeconds: 86_400 };
const FROM_ADDRESS: AttemptLimit = { name: "mails from", count: 100, windowSeconds: 3600 };

export const tooManyMails = () =>
  new AuthError(429, "over_email_send_rate_limit", "email rate limit exceeded");

/**
 * `POST /recover`: counted whether or not the address has an account. Above the limit the response is the same but no email
 * is sent, because the newest one is still valid.
 */
export const recover: Step = async (call, next) => {
  const mayMail = await countMailTo(call, String(call.body.email ?? "").toLowerCase());
  return mayMail ? next(call.request) : Response.json({});
};

/**
 * Counts an email that an anonymous caller requests, and returns false if the address has had too many. Throws 429 if the
 * caller has requested too many.
 */
export async function countMailTo(
  { sql, address }: Pick<AuthCall, "sql" | "address">,
  to: string,
): Promise<boolean> {
  await refuseTooMany(sql, FROM_ADDRESS, address, tooManyMails);
  await countAttempt(sql, FROM_ADDRESS, address);
  if (await isTooMany(sql, TO_ONE, to)) return false;
  const mailbox = mailboxOf(to);
  // Only aliases are counted together: requests for them never block the plain address.
  if (mailbox !== to) {
    if (await isTooMany(sql, TO_ALIASES, mailbox)) return false;
    await countAttempt(sql, TO_ALIASES, mailbox);
  }
  await countAttempt(sql, TO_ONE, to);
  return true;
}

/** The address without the plus sign and the suffix after it. */
function mailboxOf(address: string): string {
  return address.replace(/\+.*(?=@[^@]*$)/, "");
}

/** Counts a change of email that a signed-in user requests. Throws 429. */
export async function countEmailChange(
  { sql, address }: Pick<AuthCall, "sql" | "address">,
  userId: string,
  newEmail: string,
): Promise<void> {
  const counted: [AttemptLimit, string][] = [
    [BY_PERSON, userId],
    [FROM_ADDRESS, address],
    [TO_NEW, mailboxOf(newEmail)],
  ];
  for (const [limit, subject] of counted) await refuseTooMany(sql, limit, subject, tooManyMails);
  for (const [limit, subject] of counted) await countAttempt(sql, limit, subject);
}
