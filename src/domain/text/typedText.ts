/**
 * What people type or paste into a field of one line, as it is checked, stored and compared. Written without zod,
 * because forms of the initial scripts need it too.
 */

/** Invisible characters, such as zero-width spaces, directional marks, soft hyphens and byte order marks. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\p{Surrogate}]/gu;
/** The same without those that languages or emoji need in their place. */
const NEVER_NEEDED =
  /(?![\u200d\u200c\u180e\p{Variation_Selector}\u{e0020}-\u{e007f}])[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\p{Surrogate}]/gu;
/** Chooses a form of an ideograph, of a Mongolian or Burmese letter, or of a pictograph. */
const STRAY_SELECTOR =
  /(?<![\p{Emoji}\p{Script=Han}\p{Script=Mongolian}\p{Script=Myanmar}])\p{Variation_Selector}/gu;
/** Spell the name of a region in its flag, which begins with a black flag. */
const STRAY_TAG = /(?<!\u{1f3f4}[\u{e0020}-\u{e007e}]{0,7})[\u{e0020}-\u{e007f}]/gu;
/**
 * Joiners shape the letters around them in Persian, Mongolian and Indic scripts, and combine pictographs. After a virama,
 * older Malayalam and Bengali spelling also needs one at the end of a word.
 */
const NEEDED_JOINER = [
  "(?<=[\\p{L}\\p{M}])(?<![\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}])[\\u200c\\u200d\\u180e](?=[\\p{L}\\p{M}])",
  "(?<=[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca])\\u200d",
  "(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f\\u{e007f}])\\u200d(?=\\p{Extended_Pictographic})",
].join("|");
const JOINER = new RegExp(`(${NEEDED_JOINER})|[\\u200c\\u200d\\u180e]`, "gu");
/** Line breaks and other control characters could forge a line of an email. The blank of Braille looks like a space. */
const SPACES = /[\p{Cc}\p{Z}\u2800]+/gu;

/**
 * One line of text: in composed form (NFC), trimmed, with single spaces and without invisible characters other than those
 * that its language needs.
 */
export function cleanLine(typed: string): string {
  return typed
    .replace(NEVER_NEEDED, "")
    .normalize("NFC")
    .replace(STRAY_SELECTOR, "")
    .replace(STRAY_TAG, "")
    .replace(JOINER, "$1")
    .replace(SPACES, " ")
    .normalize("NFC")
    .trim();
}

const FULL_WIDTH = /[\uff01-\uff5e]/g;
const FULL_WIDTH_OFFSET = 0xfee0;

/**
 * The text of a number, a code or an address: with ASCII characters instead of digits of other scripts and of characters of
 * full width, with plain spaces, and without any invisible character.
 */
export function plainText(typed: string): string {
  return typed
    .replace(INVISIBLE, "")
    .replace(FULL_WIDTH, (wide) => String.fromCharCode(wide.charCodeAt(0) - FULL_WIDTH_OFFSET))
    .replace(/\p{Nd}/gu, digitOf)
    .replace(SPACES, " ")
    .trim();
}

/** Unicode encodes the ten digits of every script one after the other, beginning with zero (Unicode Standard, 4.6). */
function digitOf(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}

/** A code that was sent or saved: `plainText` without the spaces and dashes that group it. */
export function plainCode(typed: string): string {
  return plainText(typed).replace(/[ \p{Pd}\u2212]/gu, "");
}

/** A discount code, in which a hyphen counts and a space cannot appear. */
export function discountCode(typed: string): string {
  return plainText(typed)
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .replaceAll(" ", "");
}

/** "1020", "1,020.50": commas group thousands. */
const ENGLISH = /^([1-9]\d{0,2}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,6}))?$/;
/** "9,50", "1.020,50": as in most of Europe. Never without the comma, because "1.020" can be read in two ways. */
const CONTINENTAL = /^([1-9]\d{0,2}(?:\.\d{3})+|\d{1,9}),(\d{1,6})$/;
/** Thousands in one half of the world, three decimals in the other. */
const AMBIGUOUS = /^[1-9]\d{0,2}\.\d{3}$/;

/** A number as people type it. Null if it is none, or could be read in two ways. */
export function typedNumber(typed: string): number | null {
  const plain = plainText(typed);
  if (AMBIGUOUS.test(plain)) return null;
  const [, whole, decimals = ""] = ENGLISH.exec(plain) ?? CONTINENTAL.exec(plain) ?? [];
  return whole === undefined ? null : Number(`${whole.replace(/[.,]/g, "")}.${decimals}`);
}

/** NUL and lone surrogates. Users can type them, and truncation can create them, but the database cannot store them. */
const UNSTORABLE = /[\0\p{Surrogate}]/gu;

/** The text as it can be stored: its first `most` code points, without unstorable characters. */
export function storableText(typed: string, most: number): string {
  const text = typed.replace(UNSTORABLE, "");
  return text.length <= most ? text : [...text].slice(0, most).join("");
}
