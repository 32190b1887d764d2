import { createTransport, type Transporter } from "nodemailer";
import { SITE } from "../../../src/domain/site.ts";
import type { FunctionsEnv } from "../env.ts";
import type { MailPerson, RenderedMail } from "./layout.ts";

const TIMEOUT_MS = 15_000;

let transport: Transporter | undefined;

/** Hands one mail to the mail server of SMTP_URL. Throws when it was not taken. Answers go to the provider by default. */
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
    // As objects: a text would be parsed, and could name more than one person.
    to: { name: "", address: to },
    replyTo,
    headers: { "Auto-Submitted": "auto-generated" },
    ...mail,
  });
}
