import * as z from "zod/mini";
import { type Look, sharesOf } from "./attention.ts";
import type { AttentionData } from "./data.ts";

/** Steps of the slider for each 1 of sharpness, and its end. */
export const STEPS_PER_ONE = 4;
export const MAX_STEP = 12;

export const MEANINGS = ["first", "second", "half"] as const;
export type Meaning = (typeof MEANINGS)[number];
export const AMOUNTS = ["nothing", "same", "all"] as const;

const STRONG = 0.8;

/** Which of the two gains a word has mostly taken. */
export function meaningOf(look: Look): Meaning {
  const [first] = sharesOf(look);
  if (first >= STRONG) return "first";
  return first <= 1 - STRONG ? "second" : "half";
}

/**
 * `look` (a place in the first text of `bank`), `meaning`, `last`, `amount` and `colour` are the learner's predictions;
 * null until made. `bank`, `trophy` and `plate` are the texts on screen. `step` is the slider's.
 */
export const stateSchema = (data: AttentionData) => {
  const upTo = (most: number) => z.int().check(z.minimum(0), z.maximum(most));
  const textOf = (key: keyof AttentionData) => upTo(data[key].texts.length - 1);
  const meaning = z.nullable(z.enum(MEANINGS));
  return z.object({
    look: z.nullable(upTo((data.bank.texts[0]?.text.split(" ").length ?? 1) - 1)),
    meaning,
    last: meaning,
    amount: z.nullable(z.enum(AMOUNTS)),
    colour: meaning,
    bank: textOf("bank"),
    trophy: textOf("trophy"),
    plate: textOf("plate"),
    step: upTo(MAX_STEP),
    hasOrder: z.boolean(),
  });
};
export type AttentionState = z.infer<ReturnType<typeof stateSchema>>;

export function begin(): AttentionState {
  return {
    look: null,
    meaning: null,
    last: null,
    amount: null,
    colour: null,
    bank: 0,
    trophy: 0,
    plate: 0,
    step: 0,
    hasOrder: false,
  };
}
