import type { EmailMessage } from "@supabase/lite";
import { type Block, type MailContent, renderMail } from "../../../../functions/_shared/mail/layout.ts";
import { AUTH_MAILS, type AuthMailName } from "../../../../server/authMails/contents.ts";
import type { AuthMail } from "../../backend/outgoingMail.ts";
import type { LinkSeal } from "./linkSeal.ts";

type MailVariables = { Token: string; TokenHash: string };

export type AuthMails = {
  /** @supabase/lite's mail driver: its mails in our words. */
  fromLite(message: EmailMessage): Promise<void>;
  send(name: AuthMailName, to: string, variables: Partial<MailVariables>): void;
  readonly links: LinkSeal;
};

/** Names each mail by its subject: @supabase/lite hands the subject on and keeps the kind to itself. */
export const LITE_TEMPLATES = { recovery: { subject: "recovery" } };

export function createAuthMails(
  siteUrl: string,
  links: LinkSeal,
  collect: (mail: AuthMail) => void,
): AuthMails {
  const send: AuthMails["send"] = (name, to, variables) =>
    collect({ to, ...renderMail(fill(AUTH_MAILS[name], { SiteURL: siteUrl, ...variables })) });
  return {
    send,
    links,
    async fromLite({ to, subject, text = "" }) {
      const link = /https?:\S+/.exec(text)?.[0] ?? siteUrl;
      const digest = new URL(link).searchParams.get("token");
      send(isName(subject) ? subject : "reauthentication", to, {
        Token: /\b\d{6,10}\b/.exec(text)?.[0] ?? "",
        TokenHash: digest === null ? "" : links.seal(digest),
      });
    },
  };
}

function isName(name: string): name is AuthMailName {
  return Object.hasOwn(AUTH_MAILS, name);
}

function fill(content: MailContent, values: Record<string, string>): MailContent {
  const put = (text: string) => text.replace(/\{\{ \.(\w+) \}\}/g, (_, name: string) => values[name] ?? "");
  return { ...content, blocks: content.blocks.map((block) => fillBlock(block, put)) };
}

function fillBlock(block: Block, put: (text: string) => string): Block {
  switch (block.kind) {
    case "text":
      return { ...block, text: put(block.text) };
    case "value":
      return { ...block, value: put(block.value) };
    case "link":
      return { ...block, url: put(block.url) };
    case "rows":
      return block;
  }
}
