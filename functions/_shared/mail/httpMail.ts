import { z } from "zod";
import type { FunctionsEnv } from "../env.ts";
import { scrub } from "../log.ts";
import { sha256Hex } from "../random.ts";
import { type MailPerson, type Message, ownHeaders } from "./layout.ts";

/** The HTTP API of a mail provider, which accepts one email per request. */
export type MailApi = {
  name: string;
  url: string;
  headers: Record<string, string>;
  body: (message: Message) => Record<string, unknown>;
  /** The header for an idempotency key: the provider sends only one email with the same key. */
  onceHeader?: string;
  /** The response body for an email that the provider accepted. */
  accepted: z.ZodType;
};

/** The explanation of a rejection, in the field that each provider uses for it. */
const refusal = z.object({ message: z.string() }).or(z.object({ Message: z.string() }));

/** The provider whose key is in the environment, or undefined when email is sent by SMTP. */
export function mailApi(env: FunctionsEnv): MailApi | undefined {
  if (env.RESEND_API_KEY) return resend(env.RESEND_API_KEY, env.MAIL_API_URL);
  if (env.POSTMARK_SERVER_TOKEN) return postmark(env.POSTMARK_SERVER_TOKEN, env.MAIL_API_URL);
  return undefined;
}

function resend(key: string, api = "https://api.resend.com"): MailApi {
  return {
    name: "Resend",
    url: `${api}/emails`,
    headers: { authorization: `Bearer ${key}` },
    onceHeader: "idempotency-key",
    body: ({ from, to, replyTo, subject, text, html, unsubscribeUrl }) => ({
      ...{ from, to: [plainAddress(to)], reply_to: [asMailbox(replyTo)], subject, text, html },
      headers: ownHeaders({ unsubscribeUrl }),
    }),
    accepted: z.object({ id: z.string() }),
  };
}

function postmark(token: string, api = "https://api.postmarkapp.com"): MailApi {
  return {
    name: "Postmark",
    url: `${api}/email`,
    headers: { "x-postmark-server-token": token },
    body: ({ from, to, replyTo, subject, text, html, unsubscribeUrl }) => ({
      ...{ From: from, To: plainAddress(to), ReplyTo: asMailbox(replyTo) },
      ...{ Subject: subject, TextBody: text, HtmlBody: html },
      Headers: Object.entries(ownHeaders({ unsubscribeUrl })).map(([Name, Value]) => ({ Name, Value })),
      // Overrides the account's default, because tracking would route links that contain keys through the provider.
      ...{ TrackOpens: false, TrackLinks: "None" },
    }),
    accepted: z.object({ ErrorCode: z.literal(0) }),
  };
}

/** Sends one email. Throws, without addresses or keys in the message, when the provider does not accept it. */
export async function sendByApi(api: MailApi, message: Message, timeoutMs: number): Promise<void> {
  const body = JSON.stringify(api.body(message));
  const { status, text } = await post(api, body, await onceHeaders(api, message.id, body), timeoutMs);
  const answer = parseJson(text);
  if (status === 200 && api.accepted.safeParse(answer).success) return;
  throw new Error(`${api.name} answered ${status}: ${scrub(explanation(answer))}`);
}

/**
 * The key contains the hash of the email, because a retry may contain a new password or link. That email must be sent,
 * since the earlier password or link no longer works, but providers reject a known key with different contents.
 */
async function onceHeaders(api: MailApi, id: string | undefined, body: string) {
  return api.onceHeader && id ? { [api.onceHeader]: `${id}/${await sha256Hex(body)}` } : {};
}

async function post(api: MailApi, body: string, more: Record<string, string>, timeoutMs: number) {
  try {
    const response = await fetch(api.url, {
      method: "POST",
      headers: { accept: "application/json", "content-type": "application/json", ...api.headers, ...more },
      body,
      // A redirect could send the key and the email to another server.
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    throw new Error(`${api.name} did not answer`, { cause: error });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function explanation(answer: unknown): string {
  const { data } = refusal.safeParse(answer);
  if (!data) return "no explanation";
  return "message" in data ? data.message : data.Message;
}

/** Throws unless the text is a single address, because providers accept lists and names in the same field. */
function plainAddress(address: string): string {
  if (!/^[^\s@,;:<>()[\]"\\]+@[^\s@,;:<>()[\]"\\]+$/.test(address))
    throw new Error("not a plain email address");
  return address;
}

/**
 * A name and an address in one field, as the providers expect them. Characters that have a meaning in such a field are
 * removed from the name, so that no parser can find an address in it.
 */
function asMailbox({ name, address }: MailPerson): string {
  const words = name
    .replace(/[\p{Cc}@,;:<>()[\]"\\]+/gu, " ")
    .trim()
    .replace(/\s+/g, " ");
  return words ? `"${words}" <${plainAddress(address)}>` : plainAddress(address);
}
