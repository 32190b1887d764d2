/**
 * The contact form of spec §5: its fields and rules, the same in the page and in send-contact-email. Written without
 * zod, because the page carries them in its first scripts.
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
/** In characters as `countCharacters` and the database count them. */
export const MAX_CHARACTERS: Record<ContactField, number> = {
  name: 100,
  email: 255,
  subject: 200,
  message: 2000,
};

/** Whatever would end a line: it could start a header of a mail, or forge a line of its text. */
const LINE_BREAKERS = /[\p{Cc}\u2028\u2029]+/gu;
/** Marks that turn the writing direction. Names copied from a phone's contacts often carry them unseen. */
const DIRECTION_MARKS = /[\u202a-\u202e\u2066-\u2069]/gu;
const CONTROLS_WITHIN_LINES = /[^\P{Cc}\n\t]/gu;

/** The value as it is checked, counted, stored and mailed: trimmed, and on one line unless it is the message. */
export function cleanField(field: ContactField, text: string): string {
  const clean =
    field === "message"
      ? text.replace(/\r\n?/g, "\n").replace(CONTROLS_WITHIN_LINES, "")
      : text.replace(LINE_BREAKERS, " ").replace(DIRECTION_MARKS, "");
  return clean.trim();
}

/** Code points, as Postgres counts: an emoji is one character and not two. */
export function countCharacters(text: string): number {
  return [...text].length;
}

/** Spaces, and marks without a shape such as the zero-width space, say nothing however many there are. */
const NOTHING_TO_SEE = /^[\s\p{Cf}]*$/u;

/** What is wrong with a cleaned value, in the spec's words, or null. */
export function faultOf(field: ContactField, value: string): string | null {
  const max = MAX_CHARACTERS[field];
  if (countCharacters(value) > max) return `${LABELS[field]} must be less than ${max} characters`;
  if (field === "email") return isEmailAddress(value) ? null : "Invalid email address";
  return NOTHING_TO_SEE.test(value) ? `${LABELS[field]} is required` : null;
}

/**
 * What zod takes for an address, within RFC 5321 §4.5.3.1.1 and RFC 1035 §2.3.4 (64 characters before the @, 63 in a
 * label): mail could never reach anything longer.
 */
const EMAIL_ADDRESS =
  /^(?!\.)(?!.*\.\.)[\w'+.-]{0,63}[\w+-]@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i;

function isEmailAddress(value: string): boolean {
  return EMAIL_ADDRESS.test(value);
}
