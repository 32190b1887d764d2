/**
 * True for text that Postgres can store: its `text` knows no NUL and its JSON no half of a surrogate pair, and
 * either would turn a bad request into a failure of ours.
 */
export function isStorable(text: string): boolean {
  return !text.includes("\0") && !/\p{Surrogate}/u.test(text);
}
