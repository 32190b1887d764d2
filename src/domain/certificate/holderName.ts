/**
 * The name on a certificate, in any script. Validated without zod, because the form does so while the learner types.
 */

/** In code points, as Postgres counts. */
const MAX_HOLDER_NAME = 200;

/**
 * Control characters, bidirectional controls (which could make a name look like another one), private-use characters,
 * which no typeface has, and lone surrogates. Joiners are allowed: Persian and many Indic names need them.
 */
const FORBIDDEN = /[\p{Cc}\p{Co}\p{Cs}\u202a-\u202e\u2066-\u2069\ufffd\ufffe\uffff]/u;

/** The name as it is validated, stored and printed: in composed form (NFC), trimmed and with single spaces. */
export function cleanHolderName(text: string): string {
  return text.normalize("NFC").replace(/\s+/gu, " ").trim();
}

/** The error in a cleaned name, as a message for its holder, or null. */
export function holderNameFault(name: string): string | null {
  if (name === "") return "Enter your name as it should appear on the certificate.";
  if ([...name].length > MAX_HOLDER_NAME) return `A name can have at most ${MAX_HOLDER_NAME} characters.`;
  if (FORBIDDEN.test(name)) return "The name contains a character that cannot be printed.";
  return /\p{L}/u.test(name) ? null : "A name needs at least one letter.";
}
