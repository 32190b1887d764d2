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
  email: 255,
  subject: 200,
  message: 2000,
};

/** Line breaks and other control characters, which could start an email header or forge a line of its text. */
const LINE_BREAKERS = /[\p{Cc}\u2028\u2029]+/gu;
/** Bidirectional controls. Names copied from a phone's contacts often contain them invisibly. */
const DIRECTION_MARKS = /[\u202a-\u202e\u2066-\u2069]/gu;
const CONTROLS_WITHIN_LINES = /[^\P{Cc}\n\t]/gu;

/** The value as it is validated, counted, stored and emailed: trimmed, and on one line except for the message. */
export function cleanField(field: ContactField, text: string): string {
  const clean =
    field === "message"
      ? text.replace(/\r\n?/g, "\n").replace(CONTROLS_WITHIN_LINES, "")
      : text.replace(LINE_BREAKERS, " ").replace(DIRECTION_MARKS, "");
  return clean.trim();
}

/** Counts code points like Postgres: an emoji is one character. */
export function countCharacters(text: string): number {
  return [...text].length;
}

/** Whitespace and invisible characters such as the zero-width space do not count as content. */
const NOTHING_TO_SEE = /^[\s\p{Cf}]*$/u;

/** The error for a cleaned value, in the spec's words, or null. */
export function faultOf(field: ContactField, value: string): string | null {
  const max = MAX_CHARACTERS[field];
  if (countCharacters(value) > max) return `${LABELS[field]} must be less than ${max} characters`;
  if (field === "email") return isEmailAddress(value) ? null : "Invalid email address";
  return NOTHING_TO_SEE.test(value) ? `${LABELS[field]} is required` : null;
}

/**
 * The email addresses that zod accepts, limited by RFC 5321 §4.5.3.1.1 and RFC 1035 §2.3.4 (64 characters before the @,
 * 63 in a label): anything longer is undeliverable.
 */
const EMAIL_ADDRESS =
  /^(?!\.)(?!.*\.\.)[\w'+.-]{0,63}[\w+-]@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i;

function isEmailAddress(value: string): boolean {
  return EMAIL_ADDRESS.test(value);
}
