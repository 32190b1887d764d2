import type { ProviderFacts } from "../../../src/domain/provider/facts.ts";
import { SITE } from "../../../src/domain/site.ts";

/** `name`: the value is a name or an address, which no translation may change. `total`: it is the sum of the others. */
export type Row = [label: string, value: string, kind?: "name" | "total"];
type Link = { label: string; url: string };
/** A part of an email. A string is a paragraph. */
export type Block =
  | string
  | { button: Link }
  | { link: Link }
  | { code: string; label: string }
  | { rows: Row[] };

/** The one thing to do next. An email has at most one button, and any other links are plain. */
export const button = (label: string, url: string): Block => ({ button: { label, url } });
export const link = (label: string, url: string): Block => ({ link: { label, url } });
/** A password or code on a separate line that never wraps, easy to find and copy. */
export const code = (label: string, value: string): Block => ({ code: value, label });
export const rows = (...of: Row[]): Block => ({ rows: of });

export type MailPerson = { name: string; address: string };
export type MailContent = {
  subject: string;
  blocks: Block[];
  /** The recipient of replies, if not the course provider. */
  replyTo?: MailPerson;
  /** For emails that the recipient can turn off: mail programs POST to this address when its button is pressed. */
  unsubscribeUrl?: string;
};
/** What surrounds the content. */
export type Frame = {
  /** The first name in the greeting: "" greets without one, and undefined not at all. */
  greets?: string | undefined;
  /** Below the academy's name. */
  footer: readonly Block[];
};
export type RenderedMail = { subject: string; text: string; html: string };
/** A rendered email, ready to be sent by API or SMTP. */
export type Message = RenderedMail & {
  from: string;
  to: string;
  replyTo: MailPerson;
  /** Identifies the email across all attempts to send it. */
  id?: string | undefined;
  unsubscribeUrl?: string | undefined;
};

/** Headers that no mail provider sets by itself. The last two are for turning off in one press (RFC 8058). */
export function ownHeaders({ unsubscribeUrl }: Pick<Message, "unsubscribeUrl">): Record<string, string> {
  return {
    "Auto-Submitted": "auto-generated",
    ...(unsubscribeUrl
      ? {
          "List-Unsubscribe": `<${unsubscribeUrl}>`,
          "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
      : {}),
  };
}

/** Who sends the email, and how to reach them. A UK company must state its name, number and address in every email. */
export function footerOf({ supportEmail, legalName, address, registration }: ProviderFacts): string[] {
  const seller = [legalName === SITE.name ? null : legalName, address, registration];
  const legal = seller.filter((each) => each !== null).join(" · ");
  return [`Questions? Reply to this email or write to ${supportEmail}.`, ...(legal ? [legal] : [])];
}
