/**
 * The name on a certificate, in any script. Validated without zod, because the form does so while the learner types.
 */

/** In code points, as Postgres counts. */
const MAX_HOLDER_NAME = 200;

/** Private-use characters, which no typeface has, and what stands for a character that was lost. */
const UNPRINTABLE = /[\p{Co}\ufffd\ufffe\uffff]/u;

/** The error in a name that cleanLine has cleaned, as a message for its holder, or null. */
export function holderNameFault(name: string): string | null {
  if (name === "") return "Enter your name as it should appear on the certificate.";
  if ([...name].length > MAX_HOLDER_NAME) return `A name can have at most ${MAX_HOLDER_NAME} characters.`;
  if (UNPRINTABLE.test(name)) return "The name contains a character that cannot be printed.";
  return /\p{L}/u.test(name) ? null : "A name needs at least one letter.";
}
