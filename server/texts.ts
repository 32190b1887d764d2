import type { Mailbox, TextMessage } from "@academy/local-supabase";
import type { ServerEnv } from "./env.ts";

export type SendText = (message: TextMessage) => Promise<void>;
export type TwilioAccount = { sid: string; token: string; from: string };

const TIMEOUT_MS = 15_000;

/** Twilio if configured, the mailbox in a local-only academy, otherwise null; then phones cannot be second factors. */
export function textSender(env: ServerEnv, mailbox: Mailbox): SendText | null {
  const { TWILIO_ACCOUNT_SID: sid, TWILIO_AUTH_TOKEN: token, TWILIO_FROM: from } = env;
  if (sid && token && from) return createTwilio({ sid, token, from });
  if (!env.isOnlyLocal) return null;
  return async ({ to, text }) => mailbox.add({ to, from: "SMS", subject: "Text message", text, html: "" });
}

/** Throws if the provider does not accept the message: twilio.com/docs/messaging/api/message-resource */
export function createTwilio(account: TwilioAccount, api = "https://api.twilio.com"): SendText {
  const { sid, token, from } = account;
  return async ({ to, text }) => {
    const reply = await fetch(`${api}/2010-04-01/Accounts/${sid}/Messages.json`, {
      method: "POST",
      headers: { authorization: `Basic ${btoa(`${sid}:${token}`)}` },
      body: new URLSearchParams({
        To: to,
        Body: text,
        ...(from.startsWith("MG") ? { MessagingServiceSid: from } : { From: from }),
      }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    // The response body contains the phone number and must not be logged.
    await reply.body?.cancel();
    if (!reply.ok) throw new Error(`The SMS provider answered ${reply.status}.`);
  };
}
