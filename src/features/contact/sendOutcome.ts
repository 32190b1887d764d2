import type { ContactMessage } from "../../domain/contact.ts";

export type OutgoingMessage = ContactMessage & {
  /** The same for every attempt to send the same words: they are stored and mailed once. */
  id: string;
  /** The field that people do not see. */
  website: string;
};

/** `reason`, for people, when there is more to say than that it failed. */
export type SendOutcome = { ok: true } | { ok: false; reason: string | null };

export const UNREACHABLE: SendOutcome = { ok: false, reason: "The server could not be reached." };
