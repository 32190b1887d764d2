/** NUL, and halves of characters: what can be typed or cut, and no database stores. */
const UNSTORABLE = /[\0\p{Surrogate}]/gu;

/** The text as it can be kept: its first `most` characters (code points), without what cannot be stored. */
export function storableText(typed: string, most: number): string {
  const text = typed.replace(UNSTORABLE, "");
  return text.length <= most ? text : [...text].slice(0, most).join("");
}
