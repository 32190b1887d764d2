import { z } from "zod";
import type { ProviderFacts } from "../../../src/domain/provider/facts.ts";
import { functionsUrl } from "../certificate/addresses.ts";
import { type Admin, callDatabase } from "../database.ts";
import type { FunctionsEnv } from "../env.ts";
import { type Log, scrub } from "../log.ts";
import { providerFacts } from "../providerFacts.ts";
import { requireKind } from "./kinds.ts";
import { footerOf } from "./layout.ts";
import type { MailKind } from "./mailKind.ts";
import { renderMail } from "./render.ts";
import { sendMail } from "./send.ts";

export type Delivery = { sent: number; skipped: number; queued: number; failed: number };
export type MailContext = { admin: Admin; env: FunctionsEnv; log: Log };

const MAX_MAILS_PER_RUN = 50;
const MAX_RUN_MS = 40_000;
const LEASE_SECONDS = 120;

/** A row of `mail_queue` that we have leased. Its kind checks the rest: one invalid row must not stop the others. */
const leasedMailSchema = z.looseObject({
  id: z.uuid(),
  kind: z.string(),
  recipient: z.string(),
  lease_id: z.uuid(),
  attempts: z.int(),
});
type LeasedMail = z.infer<typeof leasedMailSchema>;

/**
 * Sends the emails that are due, one at a time, each under a separate lease, so that runs may overlap. A failed email
 * is retried after increasing delays, and logged as a fault after its last attempt.
 */
export async function deliverDueMails(context: MailContext): Promise<Delivery> {
  const delivery: Delivery = { sent: 0, skipped: 0, queued: 0, failed: 0 };
  const endAt = performance.now() + MAX_RUN_MS;
  for (let count = 0; count < MAX_MAILS_PER_RUN && performance.now() < endAt; count++) {
    const args = { p_lease_seconds: LEASE_SECONDS };
    const mail = await callDatabase(context.admin, "claim_mail", args, leasedMailSchema.nullable());
    if (!mail) break;
    const became = await deliver(context, mail);
    if (became) delivery[became]++;
  }
  return delivery;
}

async function deliver({ admin, env, log }: MailContext, leased: LeasedMail) {
  const fields = { mail: leased.id, kind: leased.kind, attempt: leased.attempts };
  try {
    const facts = await providerFacts(admin, env);
    const kind = requireKind(leased.kind);
    const places = { siteUrl: env.SITE_URL, functionsUrl: functionsUrl(env), facts };
    const content = await kind.prepare(leased, { admin, recipient: leased.recipient }, places);
    if (content === "obsolete") {
      log.info("mail_skipped", fields);
      return await finishMail(admin, leased, "skipped", null);
    }
    const greets = kind.to ? undefined : await nameOf(admin, leased.recipient);
    await sendMail(env, facts, {
      ...renderMail(content, { greets, footer: kind.to ? [] : footerOf(facts) }),
      to: addressOf(kind, leased, env, facts),
      replyTo: content.replyTo,
      unsubscribeUrl: content.unsubscribeUrl,
      id: leased.id,
    });
  } catch (error) {
    const message = scrub(error instanceof Error ? error.message : String(error));
    const became = await finishMail(admin, leased, "retry", message);
    if (became === "failed") log.fault("mail_given_up", error, fields);
    else log.info("mail_put_off", { ...fields, reason: message });
    return became;
  }
  log.info("mail_sent", fields);
  return finishMail(admin, leased, "sent", null);
}

function addressOf({ to }: MailKind, mail: LeasedMail, env: FunctionsEnv, facts: ProviderFacts): string {
  if (!to) return mail.recipient;
  return (to === "operator" ? env.OPERATIONS_EMAIL : undefined) ?? facts.contactEmail;
}

/** Only letters, so that no name is a sentence with a link (docs/decisions/0037). */
const FIRST_NAME = /^(?=.{1,30}$)\p{L}[\p{L}\p{M}'’-]*( \p{L}[\p{L}\p{M}'’-]*){0,2}$/u;

/** The first name of the person who has proved that the address is theirs, otherwise "". */
async function nameOf(admin: Admin, recipient: string): Promise<string> {
  const name = await callDatabase(admin, "name_at", { p_email: recipient }, z.string().nullable());
  return name !== null && FIRST_NAME.test(name) ? name : "";
}

/** Ends the lease. Returns the email's new status: `failed` after its last attempt, null when the lease was lost. */
function finishMail(
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
