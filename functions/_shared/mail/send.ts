import { createTransport, type Transporter } from "nodemailer";
import { SITE } from "../../../src/domain/site.ts";
import type { FunctionsEnv } from "../env.ts";
import type { MailPerson, RenderedMail } from "./layout.ts";

const TIMEOUT_MS = 15_000;

let transport: Transporter | undefined;

/**
 * Sends one email through the server in SMTP_URL. Throws when the server does not accept it. Replies go to the provider
 * by default.
 */
export async function sendMail(
  env: FunctionsEnv,
  to: string,
  mail: RenderedMail,
  replyTo: MailPerson = { name: "", address: env.PROVIDER_EMAIL ?? SITE.supportEmail },
): Promise<void> {
  transport ??= createTransport({
    url: env.SMTP_URL,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  await transport.sendMail({
    from: env.MAIL_FROM,
    // Objects, because a string would be parsed and could contain several recipients.
    to: { name: "", address: to },
    replyTo,
    headers: { "Auto-Submitted": "auto-generated" },
    ...mail,
  });
}
