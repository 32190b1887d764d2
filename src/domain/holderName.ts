/**
 * The name on a certificate: any script, as its holder writes it. Written without zod, because the form checks it while
 * somebody types.
 */

/** In code points, as Postgres counts. */
const MAX_HOLDER_NAME = 200;

/**
 * Controls, marks that turn the writing direction (a name could be made to read as another one), private characters
 * that no typeface knows, and halves of surrogate pairs. Joiners stay: Persian and many Indic names need them.
 */
const FORBIDDEN = /[\p{Cc}\p{Co}\p{Cs}\u202a-\u202e\u2066-\u2069\ufffd\ufffe\uffff]/u;

/** The name as it is checked, kept and printed: composed (NFC), trimmed, one space between its parts. */
export function cleanHolderName(text: string): string {
  return text.normalize("NFC").replace(/\s+/gu, " ").trim();
}

/** What is wrong with a cleaned name, in words for its holder, or null. */
export function holderNameFault(name: string): string | null {
  if (name === "") return "Enter your name as it should appear on the certificate.";
  if ([...name].length > MAX_HOLDER_NAME) return `A name can have at most ${MAX_HOLDER_NAME} characters.`;
  if (FORBIDDEN.test(name)) return "The name contains a character that cannot be printed.";
  return /\p{L}/u.test(name) ? null : "A name needs at least one letter.";
}
