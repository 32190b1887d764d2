import { createHmac, timingSafeEqual } from "node:crypto";
import type { EmailMessage } from "@supabase/lite";

export type AuthMailName = "confirmation" | "recovery" | "email_change";

/** An email for the caller to write and send: its kind, and the values for its link and text. */
export type AuthMail = {
  to: string;
  name: AuthMailName;
  /** The code to type; empty if the email contains only a link. */
  token: string;
  /** The `token_hash` for `POST /verify`; empty if the email contains only a code. */
  tokenHash: string;
};

export type AuthMails = {
  /** The email driver for @supabase/lite, which calls it for each email. */
  fromLite(message: EmailMessage): Promise<void>;
  send(mail: AuthMail): void;
  readonly links: LinkSeal;
};

/** Uses the subject to identify the kind of email, because @supabase/lite passes on only the subject. */
export const LITE_TEMPLATES = {
  confirmation: { subject: "confirmation" },
  recovery: { subject: "recovery" },
};

export function createAuthMails(links: LinkSeal, send: (mail: AuthMail) => void): AuthMails {
  return {
    send,
    links,
    async fromLite({ to, subject, text = "" }) {
      const [link] = /https?:\S+/.exec(text) ?? [];
      const digest = link === undefined ? null : new URL(link).searchParams.get("token");
      send({
        to,
        name: subject === "confirmation" ? "confirmation" : "recovery",
        token: /\b\d{6,10}\b/.exec(text)?.[0] ?? "",
        tokenHash: digest === null ? "" : links.seal(digest),
      });
    },
  };
}

export type LinkSeal = {
  /** Returns the token for the link in an email, given a digest of its code and address. */
  seal(digest: string): string;
  /** Returns the digest in the token; null if this server did not seal it. */
  open(token: string): string | null;
};

/**
 * Anyone who guesses a code could compute its digest too, and a link names no account against which guesses could be
 * counted. Only the server can create a seal, so links cannot be guessed and need no limit.
 */
export function createLinkSeal(secret: string): LinkSeal {
  const sign = (digest: string) => createHmac("sha256", secret).update(`mail link ${digest}`).digest();
  return {
    seal: (digest) => `${digest}.${sign(digest).toString("hex")}`,
    open(token) {
      const [digest = "", signature = ""] = token.split(".");
      const [given, expected] = [Buffer.from(signature, "hex"), sign(digest)];
      return given.length === expected.length && timingSafeEqual(given, expected) ? digest : null;
    },
  };
}
