/** NUL and lone surrogates. Users can type them, and truncation can create them, but the database cannot store them. */
const UNSTORABLE = /[\0\p{Surrogate}]/gu;

/** The text as it can be stored: its first `most` code points, without unstorable characters. */
export function storableText(typed: string, most: number): string {
  const text = typed.replace(UNSTORABLE, "");
  return text.length <= most ? text : [...text].slice(0, most).join("");
}
