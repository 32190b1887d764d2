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
export async function sendMail(env: FunctionsEnv, mail: OutgoingMail): Promise<void> {
  const replyTo = mail.replyTo ?? { name: "", address: env.PROVIDER_EMAIL ?? SITE.supportEmail };
  const message = { ...mail, from: env.MAIL_FROM, replyTo };
  const api = mailApi(env);
  if (api) return sendByApi(api, message, TIMEOUT_MS);
  // parseFunctionsEnv requires SMTP_URL when no provider is set.
  return sendBySmtp(env.SMTP_URL ?? "", message, TIMEOUT_MS);
}
