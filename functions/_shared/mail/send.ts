import type { ProviderFacts } from "../../../src/domain/provider/facts.ts";
import { SITE } from "../../../src/domain/site.ts";
import type { FunctionsEnv } from "../env.ts";
import { mailApi, sendByApi } from "./httpMail.ts";
import type { MailPerson, Message } from "./layout.ts";
import { sendBySmtp } from "./smtp.ts";

const TIMEOUT_MS = 15_000;

type OutgoingMail = Omit<Message, "from" | "replyTo"> & { replyTo?: MailPerson | undefined };

/**
 * Sends one email through a mail provider's HTTP API or by SMTP, whichever the environment configures. Throws if the
 * email is not accepted. By default, replies go to the course provider.
 */
export async function sendMail(env: FunctionsEnv, facts: ProviderFacts, mail: OutgoingMail): Promise<void> {
  const replyTo = mail.replyTo ?? { name: "", address: facts.supportEmail };
  const message = { ...mail, from: senderOf(env, facts), replyTo };
  const api = mailApi(env);
  if (api) return sendByApi(api, message, TIMEOUT_MS);
  // parseFunctionsEnv requires SMTP_URL when no provider is set.
  return sendBySmtp(env.SMTP_URL ?? "", message, TIMEOUT_MS);
}

/** The sender that staff have chosen, otherwise the configured one. Locally nothing needs to be configured. */
function senderOf(env: FunctionsEnv, { senderName, senderAddress, supportEmail }: ProviderFacts): string {
  if (senderAddress) return mailbox(senderName ?? SITE.name, senderAddress);
  return env.MAIL_FROM ?? mailbox(SITE.name, supportEmail);
}

/** The name is quoted (RFC 5322 §3.4), because a bracket in it would begin a comment that swallows the address. */
function mailbox(name: string, address: string): string {
  return `"${name.replace(/["\\]/g, "\\$&")}" <${address}>`;
}
