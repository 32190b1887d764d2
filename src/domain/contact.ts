import { emailAddress, MAX_EMAIL } from "./email.ts";
import { cleanLine } from "./text/typedText.ts";

/**
 * The contact form of spec §5: its fields and rules, shared by the page and send-contact-email. Written without zod,
 * because they are part of the page's initial scripts.
 */

export const CONTACT_FIELDS = ["name", "email", "subject", "message"] as const;
export type ContactField = (typeof CONTACT_FIELDS)[number];
export type ContactMessage = Record<ContactField, string>;

const LABELS: Record<ContactField, string> = {
  name: "Name",
  email: "Email",
  subject: "Subject",
  message: "Message",
};
/** In characters as counted by `countCharacters` and the database. */
export const MAX_CHARACTERS: Record<ContactField, number> = {
  name: 100,
  email: MAX_EMAIL,
  subject: 200,
  message: 2000,
};

const CONTROLS_WITHIN_LINES = /[^\P{Cc}\n\t]/gu;

/** The value as it is validated, counted, stored and emailed: trimmed, and on one line except for the message. */
export function cleanField(field: ContactField, text: string): string {
  if (field === "message") return text.replace(/\r\n?/g, "\n").replace(CONTROLS_WITHIN_LINES, "").trim();
  return (field === "email" ? emailAddress(text) : null) ?? cleanLine(text);
}

/** Counts code points like Postgres: an emoji is one character. */
export function countCharacters(text: string): number {
  return [...text].length;
}

/** The error for a cleaned value, in the spec's words, or null. */
export function faultOf(field: ContactField, value: string): string | null {
  const max = MAX_CHARACTERS[field];
  if (countCharacters(value) > max) return `${LABELS[field]} must be less than ${max} characters`;
  if (field === "email") return emailAddress(value) !== null ? null : "Invalid email address";
  return cleanLine(value) === "" ? `${LABELS[field]} is required` : null;
}
