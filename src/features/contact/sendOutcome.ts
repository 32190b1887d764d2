import type { ContactMessage } from "../../domain/contact.ts";

export type OutgoingMessage = ContactMessage & {
  /** The same for every attempt to send the same text, so that the text is stored and emailed only once. */
  id: string;
  /** The honeypot field. */
  website: string;
};

/** `reason` is a message for the visitor, or null if the generic one is enough. */
export type SendOutcome = { ok: true } | { ok: false; reason: string | null };

export const UNREACHABLE: SendOutcome = { ok: false, reason: "The server could not be reached." };
