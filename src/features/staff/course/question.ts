import * as z from "zod/mini";

/** A question of a quiz and how learners first answered it. */
export const questionSchema = z.object({
  number: z.number(),
  question: z.string(),
  options: z.array(z.string()),
  correct: z.number(),
  learners: z.number(),
  right_share: z.number(),
  discrimination: z.nullable(z.number()),
  chosen: z.record(z.string(), z.number()),
});
export type Question = z.infer<typeof questionSchema>;

export type QuestionFault = "too easy" | "too hard" | "misleading" | "does not discriminate";

/** Shares of learners who are right at the first try. With four options, chance alone gives a quarter. */
const EASY_FROM = 0.95;
const HARD_BELOW = 0.5;
/**
 * Correlation with the rest of the quiz. Below 0.1 an item is usually rejected (R. Ebel, D. Frisbie, "Essentials of
 * Educational Measurement": below 0.2 poor, 0.2 to 0.29 marginal), but a quiz of five questions gives low values.
 */
const LEAST_FIT = 0.1;
/** With fewer learners, the correlation is mostly chance. */
const LEAST_FOR_FIT = 30;

/** What is wrong with a question, as far as its first answers show. */
export function faultsOf(question: Question): QuestionFault[] {
  const { right_share: right, discrimination, learners, chosen, correct } = question;
  const faults: QuestionFault[] = [];
  if (right >= EASY_FROM) faults.push("too easy");
  if (right < HARD_BELOW) faults.push("too hard");
  const distractor = topDistractor(question);
  if (distractor !== null && (chosen[distractor] ?? 0) > (chosen[correct] ?? 0)) faults.push("misleading");
  if (learners >= LEAST_FOR_FIT && discrimination !== null && discrimination < LEAST_FIT)
    faults.push("does not discriminate");
  return faults;
}

/** The wrong option (index in the author's order) that most learners chose, or null if nobody chose a wrong one. */
export function topDistractor({ chosen, correct }: Question): number | null {
  const wrong = Object.entries(chosen)
    .map(([option, learners]) => ({ option: Number(option), learners }))
    .filter(({ option, learners }) => option !== correct && learners > 0);
  return wrong.sort((a, b) => b.learners - a.learners)[0]?.option ?? null;
}
