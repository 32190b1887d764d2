import { createTransport, type Transporter } from "nodemailer";
import type { FunctionsEnv } from "../env.ts";
import type { RenderedMail } from "./layout.ts";

const TIMEOUT_MS = 15_000;

let transport: Transporter | undefined;

/** Hands one mail to the mail server of SMTP_URL. Throws when it was not taken. */
export async function sendMail(env: FunctionsEnv, to: string, mail: RenderedMail): Promise<void> {
  transport ??= createTransport({
    url: env.SMTP_URL,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  await transport.sendMail({
    from: env.MAIL_FROM,
    // As an object: a text would be parsed, and could name more than one recipient.
    to: { name: "", address: to },
    replyTo: env.PROVIDER_EMAIL,
    headers: { "Auto-Submitted": "auto-generated" },
    ...mail,
  });
}
