import * as z from "zod/mini";
import type { SortMailData } from "./data.ts";
import { type Classifier, type Example, train } from "./naiveBayes.ts";

/** `u`: urgent, `w`: can wait, `-`: not labelled yet. */
export type Label = "u" | "w" | "-";
export const SPOILT_GUESSES = ["same", "first", "second"] as const;

/** `labels` has one character per example. The others are the learner's predictions, null before one was made. */
export const stateSchema = ({ examples }: SortMailData) =>
  z.object({
    labels: z.string().check(z.regex(new RegExp(`^[uw-]{${examples.length}}$`))),
    alike: z.nullable(z.int().check(z.minimum(0), z.maximum(10))),
    unlike: z.nullable(z.int().check(z.minimum(0), z.maximum(10))),
    spoilt: z.nullable(z.enum(SPOILT_GUESSES)),
  });
export type SortMailState = z.infer<ReturnType<typeof stateSchema>>;

export function begin({ examples }: SortMailData): SortMailState {
  return { labels: "-".repeat(examples.length), alike: null, unlike: null, spoilt: null };
}

export function labelAt({ labels }: SortMailState, index: number): Label {
  const label = labels[index];
  return label === "u" || label === "w" ? label : "-";
}

/** The index of the first message without a label, or null if there is none. */
export function firstUnlabelled({ labels }: SortMailState): number | null {
  const index = labels.indexOf("-");
  return index < 0 ? null : index;
}

export function withLabel(state: SortMailState, index: number, label: Label): SortMailState {
  return { ...state, labels: `${state.labels.slice(0, index)}${label}${state.labels.slice(index + 1)}` };
}

/** What the machine has learned from the labels so far. Null until it has seen both kinds. */
export function learned({ examples }: SortMailData, { labels }: SortMailState): Classifier | null {
  return train(
    examples.flatMap(({ text }, index): Example[] =>
      labels[index] === "-" ? [] : [{ text, isUrgent: labels[index] === "u" }],
    ),
  );
}

/** The same, after every message that names the place was called "can wait". */
export function spoilt(data: SortMailData, { labels }: SortMailState): Classifier | null {
  const lopsided = data.examples
    .map(({ text }, index) => (text.includes(data.place) ? "w" : labels[index]))
    .join("");
  return learned(data, { labels: lopsided, alike: null, unlike: null, spoilt: null });
}

/** The machine calls a message urgent from this probability on. */
const THRESHOLD = 0.5;

/** One row per message: the machine's probability that it is urgent, and whether it decides as we would. */
export function tested(machine: Classifier, messages: SortMailData["alike"]) {
  return messages.map(({ text, urgent }) => {
    const urgency = machine.urgency(text);
    return { text, urgent, urgency, isRight: urgency >= THRESHOLD === urgent };
  });
}
