import type { CapAnswer, EuAnswer, Verdict } from "./data.ts";

/** In a result, then in the question, with what it means. */
export const VERDICT_WORDS: Record<Verdict, { label: string; hint: string }> = {
  supported: { label: "Supported", hint: "The source exists and says this." },
  other: {
    label: "Says something else",
    hint: "The source exists and says something different or the opposite.",
  },
  missing: { label: "Source does not exist", hint: "The library has no such document." },
  unknown: { label: "Cannot tell", hint: "The source exists and leaves it open." },
};

export const EU_WORDS: Record<EuAnswer, { short: string; label: string }> = {
  fake: {
    short: "Disclose it",
    label:
      "Yes: AI made or changed it, it would falsely pass for something real, and people in the EU will see it",
  },
  plain: { short: "No: not taken for real", label: "No: nobody could take it for something real" },
  outside: { short: "No: nobody in the EU", label: "No: nobody in the EU will see it" },
  unknown: { short: "Cannot tell", label: "Cannot tell before I know more about the picture" },
};

export const CAP_WORDS: Record<CapAnswer, { short: string; label: string }> = {
  none: { short: "No label", label: "No label is needed: nobody would be misled without one" },
  label: { short: "Label it", label: "Label it: people would be misled, and a label clears it up" },
  change: {
    short: "Change or take out",
    label: "Change it or take it out: a label would contradict the message",
  },
  unknown: { short: "Cannot tell", label: "Cannot tell before I know more about the picture" },
};
