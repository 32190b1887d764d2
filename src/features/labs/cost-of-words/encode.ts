import type { Vocabulary } from "./packed.ts";

/** “n’t”, “’s” and so on, in small and capital letters, as in o200k_base. */
const ENDING = "(?:'(?:[sS]|[dD]|[mM]|[tT]|[lL][lL]|[vV][eE]|[rR][eE]))?";
/** Words, numbers of up to three digits, signs and spaces, as in o200k_base. Tokens never cross these borders. */
const CHUNK = new RegExp(
  [
    `[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]*[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]+${ENDING}`,
    `[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]+[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]*${ENDING}`,
    "\\p{N}{1,3}",
    " ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*",
    "\\s*[\\r\\n]+",
    "\\s+(?!\\S)",
    "\\s+",
  ].join("|"),
  "gu",
);

const NONE = Number.POSITIVE_INFINITY;
const utf8 = new TextEncoder();

/** Cuts a text into tokens: byte pair encoding over the bytes of each chunk, with the ranks of the vocabulary. */
export function encode(vocabulary: Vocabulary, text: string): number[] {
  return (text.match(CHUNK) ?? []).flatMap((chunk) => encodeChunk(vocabulary, utf8.encode(chunk)));
}

function encodeChunk(vocabulary: Vocabulary, bytes: Uint8Array): number[] {
  const whole = rankOf(vocabulary, bytes, 0, bytes.length);
  if (whole !== NONE) return [whole];
  // Piece `at` begins at starts[at]; joined[at] is the rank of it together with the next one.
  const starts = Array.from({ length: bytes.length + 1 }, (_, at) => at);
  const rankAt = (at: number) =>
    at + 2 < starts.length ? rankOf(vocabulary, bytes, starts[at] ?? 0, starts[at + 2] ?? 0) : NONE;
  const joined = starts.map((_, at) => rankAt(at));
  for (;;) {
    let best = 0;
    for (let at = 1; at < joined.length; at += 1)
      if ((joined[at] ?? NONE) < (joined[best] ?? NONE)) best = at;
    if ((joined[best] ?? NONE) === NONE) break;
    starts.splice(best + 1, 1);
    joined.splice(best + 1, 1);
    joined[best] = rankAt(best);
    if (best > 0) joined[best - 1] = rankAt(best - 1);
  }
  return starts.slice(0, -1).map((start, at) => rankOf(vocabulary, bytes, start, starts[at + 1] ?? start));
}

/** The rank of a token; infinite if these bytes are none. */
function rankOf(vocabulary: Vocabulary, bytes: Uint8Array, from: number, to: number): number {
  let [low, high] = [0, vocabulary.ranks.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const order = compareWith(vocabulary, middle, bytes, from, to);
    if (order === 0) return vocabulary.ranks[middle] ?? NONE;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return NONE;
}

/** Negative if the token at `index` sorts before the bytes. */
function compareWith(
  { bytes: all, offsets }: Vocabulary,
  index: number,
  bytes: Uint8Array,
  from: number,
  to: number,
) {
  const [start, end] = [offsets[index] ?? 0, offsets[index + 1] ?? 0];
  const length = Math.min(end - start, to - from);
  for (let at = 0; at < length; at += 1) {
    const difference = (all[start + at] ?? 0) - (bytes[from + at] ?? 0);
    if (difference !== 0) return difference;
  }
  return end - start - (to - from);
}
