import type { EmailMessage } from "@supabase/lite";
import { type Block, type MailContent, renderMail } from "../../../functions/_shared/mail/layout.ts";
import type { AuthMail } from "../../backend/authMail.ts";
import { AUTH_MAILS, type AuthMailName } from "./contents.ts";

type MailVariables = { ConfirmationURL: string; Token: string; Email: string; NewEmail: string };

export type AuthMails = {
  /** @supabase/lite's mail driver: its mails in our words. */
  fromLite(message: EmailMessage): Promise<void>;
  send(name: AuthMailName, to: string, variables: Partial<MailVariables>): void;
  /** Links of the mails that `work` sends lead to `redirectTo` in the end, where that is an address of the site. */
  leadingTo<T>(redirectTo: string | null, work: () => Promise<T>): Promise<T>;
  /** The address itself where it is one of the site, else the site. */
  target(redirectTo: string | null): string;
  /** The address behind a link, for `token`, the digest that it carries. */
  link(type: string, token: string, redirectTo: string | null): string;
};

/** Names each mail by its subject: @supabase/lite hands the subject on and keeps the kind to itself. */
export const LITE_TEMPLATES = Object.fromEntries(
  ["confirmation", "recovery", "magic_link", "email_change"].map((name) => [name, { subject: name }]),
);

export function createAuthMails(siteUrl: string, collect: (mail: AuthMail) => void): AuthMails {
  let wanted: string | null = null;
  const target = (redirectTo: string | null) =>
    redirectTo && isOfSite(redirectTo, siteUrl) ? new URL(redirectTo).href : siteUrl;
  const send: AuthMails["send"] = (name, to, variables) =>
    collect({ to, ...renderMail(fill(AUTH_MAILS[name], variables)) });
  return {
    send,
    target,
    async fromLite({ to, subject, text = "" }) {
      const url = new URL(/https?:\S+/.exec(text)?.[0] ?? siteUrl);
      url.searchParams.set("redirect_to", target(wanted));
      const name = isName(subject) ? subject : "reauthentication";
      send(name, to, { Token: /\b\d{6,10}\b/.exec(text)?.[0] ?? "", ConfirmationURL: url.href });
    },
    async leadingTo(redirectTo, work) {
      wanted = redirectTo;
      try {
        return await work();
      } finally {
        wanted = null;
      }
    },
    link(type, token, redirectTo) {
      const query = new URLSearchParams({ token, type, redirect_to: target(redirectTo) });
      return `${siteUrl}/auth/v1/verify?${query}`;
    },
  };
}

function isName(name: string): name is AuthMailName {
  return Object.hasOwn(AUTH_MAILS, name);
}

function isOfSite(address: string, siteUrl: string): boolean {
  return URL.canParse(address) && new URL(address).origin === new URL(siteUrl).origin;
}

function fill(content: MailContent, variables: Partial<MailVariables>): MailContent {
  const values: Record<string, string> = variables;
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
