import type { ProviderFacts } from "../../../src/domain/provider/facts.ts";
import type { Admin } from "../database.ts";
import type { FunctionsEnv } from "../env.ts";
import { type Log, scrub } from "../log.ts";
import { providerFacts } from "../providerFacts.ts";
import { prepareMail } from "./kinds.ts";
import { renderMail } from "./layout.ts";
import { finishMail, type LeasedMail, leaseMail } from "./queuedMail.ts";
import { sendMail } from "./send.ts";

export type Delivery = { sent: number; skipped: number; queued: number; failed: number };
export type MailContext = { admin: Admin; env: FunctionsEnv; log: Log };

const MAX_MAILS_PER_RUN = 50;
const MAX_RUN_MS = 40_000;

/**
 * Sends the emails that are due, one at a time, each under a separate lease, so that runs may overlap. A failed email
 * is retried after increasing delays, and logged as a fault after its last attempt.
 */
export async function deliverDueMails(context: MailContext): Promise<Delivery> {
  const delivery: Delivery = { sent: 0, skipped: 0, queued: 0, failed: 0 };
  const endAt = performance.now() + MAX_RUN_MS;
  for (let count = 0; count < MAX_MAILS_PER_RUN && performance.now() < endAt; count++) {
    const mail = await leaseMail(context.admin);
    if (!mail) break;
    const became = await deliver(context, mail);
    if (became) delivery[became]++;
  }
  return delivery;
}

/** Emails to the staff have no recipient in the queue: their addresses are settings. */
function addressOf(env: FunctionsEnv, facts: ProviderFacts, mail: LeasedMail): string {
  if (mail.kind === "student_order") return facts.contactEmail;
  if (mail.kind === "problem" || mail.kind === "problem_over") {
    return env.OPERATIONS_EMAIL ?? facts.contactEmail;
  }
  return mail.recipient;
}

async function deliver({ admin, env, log }: MailContext, leased: LeasedMail) {
  const fields = { mail: leased.id, kind: leased.kind, attempt: leased.attempts };
  try {
    const facts = await providerFacts(admin, env);
    const content = await prepareMail({ admin, env, facts }, leased);
    if (content === "obsolete") {
      log.info("mail_skipped", fields);
      return await finishMail(admin, leased, "skipped", null);
    }
    await sendMail(env, facts, {
      ...renderMail(content, facts.supportEmail),
      to: addressOf(env, facts, leased),
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
