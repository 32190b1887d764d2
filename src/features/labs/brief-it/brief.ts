import * as z from "zod/mini";
import { type BriefItData, combinationName, hasPart, PART_IDS } from "./data.ts";

const BRIEFS = 2 ** PART_IDS.length;
export const FULL_BRIEF = BRIEFS - 1;

type Piece = { text: string; note?: string | undefined };

/** The recorded answer to a brief, piece by piece. Empty pieces are included, so that answers can be compared. */
export function answerTo({ pieces }: BriefItData, mask: number): Piece[] {
  return pieces.map(({ depends, variants }) => variants[combinationName(mask, depends)] ?? { text: "" });
}

/** Per part, how many pieces change when it is added, summed over the 16 briefs that lack it. */
export function changesByPart(data: BriefItData): number[] {
  return PART_IDS.map((_, part) => {
    let changes = 0;
    for (let mask = 0; mask < BRIEFS; mask += 1) {
      if (hasPart(mask, part)) continue;
      const without = answerTo(data, mask);
      changes += answerTo(data, mask | (1 << part)).filter(
        ({ text }, index) => text !== without[index]?.text,
      ).length;
    }
    return changes;
  });
}

/** `at` is the time in seconds on the clock when the sentence was marked. */
const markSchema = (sentences: number) =>
  z.object({
    sentence: z.int().check(z.minimum(0), z.maximum(sentences - 1)),
    at: z.int().check(z.minimum(0), z.maximum(359_999)),
  });
type Mark = z.infer<ReturnType<typeof markSchema>>;

/** The predictions are null before they were made. */
export const stateSchema = ({ sentences }: BriefItData) =>
  z.object({
    guess: z.nullable(z.int().check(z.minimum(0), z.maximum(PART_IDS.length - 1))),
    /** The parts that are ticked. */
    mask: z.int().check(z.minimum(0), z.maximum(FULL_BRIEF)),
    /** The briefs whose answer was read, each once. The last one is on the screen. */
    tried: z.array(z.int().check(z.minimum(0), z.maximum(FULL_BRIEF))).check(z.maxLength(BRIEFS)),
    /** How many errors the learner expects to find. */
    expected: z.nullable(z.int().check(z.minimum(0), z.maximum(sentences.length))),
    marks: z.array(markSchema(sentences.length)).check(z.maxLength(sentences.length)),
    isChecked: z.boolean(),
  });
export type BriefItState = z.infer<ReturnType<typeof stateSchema>>;

export function begin(_data: BriefItData): BriefItState {
  return { guess: null, mask: 0, tried: [], expected: null, marks: [], isChecked: false };
}

export function withAnswerRead(state: BriefItState): BriefItState {
  return { ...state, tried: [...state.tried.filter((each) => each !== state.mask), state.mask] };
}

/** The second half appears after the full brief and another one were read. */
export function hasCompared({ tried }: BriefItState): boolean {
  return tried.length > 1 && tried.includes(FULL_BRIEF);
}

/** Marks a sentence, or takes the mark away. */
export function toggled(marks: readonly Mark[], sentence: number, at: number): Mark[] {
  const others = marks.filter((each) => each.sentence !== sentence);
  return others.length < marks.length ? others : [...others, { sentence, at }];
}

/** What the marks come to. `perFind` is in seconds, null if nothing was found. */
export function scoreOf({ sentences }: BriefItData, marks: readonly Mark[]) {
  const hits = marks.filter(({ sentence }) => sentences[sentence]?.error);
  const errors = sentences.filter(({ error }) => error).length;
  const last = Math.max(0, ...hits.map(({ at }) => at));
  return {
    errors,
    hits: hits.length,
    misses: errors - hits.length,
    falseAlarms: marks.length - hits.length,
    perFind: hits.length > 0 ? Math.round(last / hits.length) : null,
  };
}
