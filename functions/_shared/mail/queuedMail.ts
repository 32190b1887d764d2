import { z } from "zod";
import { type Admin, callDatabase } from "../database.ts";

const LEASE_SECONDS = 120;

const leasedMailSchema = z.looseObject({
  id: z.uuid(),
  kind: z.string(),
  recipient: z.string(),
  lease_id: z.uuid(),
  attempts: z.int(),
});
/**
 * A row of `mail_queue` that we have leased. What belongs to its kind is checked later (kinds.ts): one invalid row must not
 * stop the others.
 */
export type LeasedMail = z.infer<typeof leasedMailSchema>;

/** Leases and returns the next email that is due, or undefined if there is none. */
export async function leaseMail(admin: Admin): Promise<LeasedMail | undefined> {
  const args = { p_lease_seconds: LEASE_SECONDS };
  return (await callDatabase(admin, "claim_mail", args, leasedMailSchema.nullable())) ?? undefined;
}

/** Ends the lease. Returns the email's new status: `failed` after its last attempt, null when the lease was lost. */
export function finishMail(
  admin: Admin,
  mail: LeasedMail,
  outcome: "sent" | "skipped" | "retry",
  error: string | null,
): Promise<"sent" | "skipped" | "queued" | "failed" | null> {
  return callDatabase(
    admin,
    "finish_mail",
    { p_id: mail.id, p_lease: mail.lease_id, p_outcome: outcome, p_error: error },
    z.enum(["sent", "skipped", "queued", "failed"]).nullable(),
  );
}
