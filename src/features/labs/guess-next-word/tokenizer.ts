/**
 * A learned tokenizer. Token ids count through the alphabet first, then through the merges in the order in which they
 * were learned; `merges` has two ids for each.
 */
export type Tokenizer = { alphabet: readonly string[]; merges: readonly number[] };

/** Words, numbers and signs, each with the space before it, as in GPT-2. Merges never cross these borders. */
const CHUNK = / ?[\p{L}\p{M}]+| ?\p{N}+| ?[^\s\p{L}\p{M}\p{N}]+/gu;

const chunksOf = (text: string): string[] => text.match(CHUNK) ?? [];

const SEPARATOR = " ";
const keyOf = (left: number, right: number) => `${left}${SEPARATOR}${right}`;

/**
 * Byte pair encoding (Sennrich, Haddow and Birch, 2016) on characters: joins the most frequent pair of neighbours, again
 * and again. Pairs that are equally frequent are joined in the order of their ids, so the result is always the same.
 */
export function learnTokenizer(texts: readonly string[], count: number): Tokenizer {
  const frequency = new Map<string, number>();
  for (const chunk of texts.flatMap(chunksOf)) frequency.set(chunk, (frequency.get(chunk) ?? 0) + 1);
  const alphabet = [...new Set([...frequency.keys()].flatMap((chunk) => [...chunk]))].sort();
  const idOf = new Map(alphabet.map((character, id) => [character, id]));
  const words = [...frequency].map(([chunk, times]) => ({
    pieces: [...chunk].map((character) => idOf.get(character) ?? 0),
    times,
  }));
  const pairs = new Map<string, { left: number; right: number; times: number; words: Set<number> }>();

  function add(index: number, sign: 1 | -1): void {
    const word = words[index];
    for (const [at, right] of word?.pieces.entries() ?? []) {
      const left = word?.pieces[at - 1];
      if (!word || left === undefined) continue;
      const key = keyOf(left, right);
      const pair = pairs.get(key) ?? { left, right, times: 0, words: new Set() };
      pair.times += sign * word.times;
      if (sign > 0) pair.words.add(index);
      if (pair.times > 0) pairs.set(key, pair);
      else pairs.delete(key);
    }
  }
  for (const index of words.keys()) add(index, 1);

  const merges: number[] = [];
  for (let merge = 0; merge < count; merge += 1) {
    // A pair that occurs once teaches nothing about other texts.
    let best = { left: 0, right: 0, times: 1, words: new Set<number>() };
    for (const pair of pairs.values())
      if (pair.times > best.times || (pair.times === best.times && isBefore(pair, best))) best = pair;
    if (best.times < 2) break;
    merges.push(best.left, best.right);
    for (const index of [...best.words]) {
      const word = words[index];
      if (!word) continue;
      add(index, -1);
      word.pieces = joined(word.pieces, best.left, best.right, alphabet.length + merge);
      add(index, 1);
    }
  }
  return { alphabet, merges };
}

type Pair = { left: number; right: number };
const isBefore = (a: Pair, b: Pair) => a.left < b.left || (a.left === b.left && a.right < b.right);

function joined(pieces: readonly number[], left: number, right: number, into: number): number[] {
  const result: number[] = [];
  for (let index = 0; index < pieces.length; index += 1) {
    const isPair = pieces[index] === left && pieces[index + 1] === right;
    result.push(isPair ? into : (pieces[index] ?? 0));
    if (isPair) index += 1;
  }
  return result;
}

/** The text of every token. */
export function vocabularyOf({ alphabet, merges }: Tokenizer): string[] {
  const vocabulary = [...alphabet];
  for (let at = 0; at < merges.length; at += 2)
    vocabulary.push(`${vocabulary[merges[at] ?? 0]}${vocabulary[merges[at + 1] ?? 0]}`);
  return vocabulary;
}

/** A token of a text. The id is null for a character that the tokenizer has never met. */
export type Token = { id: number | null; text: string };

/** Cuts texts into tokens with the first `count` merges. */
export function cutter(tokenizer: Tokenizer, count = tokenizer.merges.length / 2): (text: string) => Token[] {
  const { alphabet, merges } = tokenizer;
  const vocabulary = vocabularyOf(tokenizer);
  const idOf = new Map(alphabet.map((character, id) => [character, id]));
  const rankOf = new Map<string, number>();
  for (let rank = 0; rank < Math.min(count, merges.length / 2); rank += 1)
    rankOf.set(keyOf(merges[2 * rank] ?? 0, merges[2 * rank + 1] ?? 0), rank);

  function cut(chunk: string): Token[] {
    // Unknown characters get negative ids, which are in no merge.
    const characters = [...chunk];
    let pieces = characters.map((character, at) => idOf.get(character) ?? -1 - at);
    for (;;) {
      const ranks = pieces.slice(1).map((right, at) => rankOf.get(keyOf(pieces[at] ?? 0, right)) ?? Infinity);
      const rank = Math.min(...ranks);
      if (rank === Infinity) break;
      pieces = joined(pieces, merges[2 * rank] ?? 0, merges[2 * rank + 1] ?? 0, alphabet.length + rank);
    }
    return pieces.map((id) =>
      id < 0 ? { id: null, text: characters[-1 - id] ?? "" } : { id, text: vocabulary[id] ?? "" },
    );
  }
  return (text) => chunksOf(text).flatMap(cut);
}
