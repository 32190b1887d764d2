import { CONTEXT, type Model, readText, type TestPlace } from "./model.ts";
import { cutter, learnTokenizer, type Tokenizer } from "./tokenizer.ts";

/** What the build makes of the course's text for this lab (docs/decisions/0066). */
export type CourseModel = {
  /** The size of the text in characters. */
  characters: number;
  tokenizer: Tokenizer;
  /** One model per share, from the smallest to the whole text. */
  models: readonly Model[];
  tests: readonly TestPlace[];
};

/** The data the course's models are made with. The shares are in per cent. */
export const TRAINING = { merges: 2000, shares: [1, 10, 100], tests: 400 } as const;

/** Every twentieth paragraph is kept aside, so that the models are tested on text that they have not read. */
const HELD_OUT = 20;

/** Learns the tokenizer from the paragraphs, then counts for each model in that share of them, from the beginning. */
export function train(paragraphs: readonly string[], options: typeof TRAINING = TRAINING): CourseModel {
  const isAside = (index: number) => index % HELD_OUT === HELD_OUT / 2;
  const toRead = paragraphs.filter((_, index) => !isAside(index));
  const tokenizer = learnTokenizer(toRead, options.merges);
  const cut = cutter(tokenizer);
  const idsOf = (text: string) => cut(text).map(({ id }) => id ?? 0);
  const read = toRead.map(idsOf);
  const places = paragraphs
    .filter((_, index) => isAside(index))
    .map(idsOf)
    .flatMap((ids) => ids.slice(CONTEXT).map((_, at) => ids.slice(at, at + CONTEXT + 1)));
  const every = Math.max(1, Math.floor(places.length / options.tests));
  return {
    characters: toRead.join(" ").length,
    tokenizer,
    models: options.shares.map((share) => readText(beginning(read, share / 100), share)),
    tests: places.filter((_, index) => index % every === 0).slice(0, options.tests),
  };
}

/** The beginning of a text: this share of its tokens. */
function beginning(paragraphs: readonly number[][], share: number): number[][] {
  let left = Math.ceil(paragraphs.reduce((sum, { length }) => sum + length, 0) * share);
  const read: number[][] = [];
  for (const pieces of paragraphs) {
    if (left <= 0) break;
    read.push(pieces.slice(0, left));
    left -= pieces.length;
  }
  return read;
}
