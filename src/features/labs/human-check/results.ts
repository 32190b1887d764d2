import type { Answer, Application, HumanCheckData } from "./data.ts";
import type { HumanCheckState } from "./state.ts";

/** One decision beside the suggestion and the right answer. */
export type Decision = {
  /** From 1. */
  number: number;
  application: Application;
  answer: Answer;
  /** In tenths of a second, or null if the case was interrupted. */
  tenths: number | null;
  /** The suggestion was wrong. */
  isPlanted: boolean;
  isRight: boolean;
  hasAgreed: boolean;
};

export function decisionsOf({ cases }: HumanCheckData, { answers, tenths }: HumanCheckState): Decision[] {
  return cases.slice(0, answers.length).map((application, index) => {
    const answer = answers[index] === "a" ? "approve" : "refuse";
    return {
      number: index + 1,
      application,
      answer,
      tenths: tenths[index] ?? null,
      isPlanted: application.suggested !== application.right,
      isRight: answer === application.right,
      hasAgreed: answer === application.suggested,
    };
  });
}

export type Tally = {
  cases: number;
  right: number;
  agreed: number;
  planted: number;
  caught: number;
  /** Right suggestions that were overridden. */
  overridden: number;
  /** Of the decisions with a time; null if there is none. */
  medianTenths: number | null;
};

export function tally(decisions: readonly Decision[]): Tally {
  const count = (holds: (decision: Decision) => boolean) => decisions.filter(holds).length;
  return {
    cases: decisions.length,
    right: count(({ isRight }) => isRight),
    agreed: count(({ hasAgreed }) => hasAgreed),
    planted: count(({ isPlanted }) => isPlanted),
    caught: count(({ isPlanted, isRight }) => isPlanted && isRight),
    overridden: count(({ isPlanted, isRight }) => !isPlanted && !isRight),
    medianTenths: median(decisions.flatMap(({ tenths }) => tenths ?? [])),
  };
}

function median(numbers: readonly number[]): number | null {
  const sorted = [...numbers].sort((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** The decisions with a time, split at the middle. With an odd number, the slower half has one more. */
export function bySpeed(decisions: readonly Decision[]): { faster: Decision[]; slower: Decision[] } {
  const timed = decisions.filter(({ tenths }) => tenths !== null);
  const sorted = timed.toSorted((a, b) => (a.tenths ?? 0) - (b.tenths ?? 0) || a.number - b.number);
  const middle = Math.floor(sorted.length / 2);
  return { faster: sorted.slice(0, middle), slower: sorted.slice(middle) };
}

/** The first and the second half in the order in which they were decided. */
export function byOrder(decisions: readonly Decision[]): { first: Decision[]; second: Decision[] } {
  const middle = Math.floor(decisions.length / 2);
  return { first: decisions.slice(0, middle), second: decisions.slice(middle) };
}

/** 95 % of a normal distribution is within so many standard deviations of its middle. */
const Z_95 = 1.96;

/** The rates, from 0 to 1, that fit `caught` of `planted`: Wilson's 95 % interval. */
export function plausibleRates({ caught, planted }: Pick<Tally, "caught" | "planted">): [number, number] {
  if (planted === 0) return [0, 1];
  const rate = caught / planted;
  const spread = Z_95 ** 2 / planted;
  const middle = (rate + spread / 2) / (1 + spread);
  const reach = Math.sqrt(rate * (1 - rate) * spread + spread ** 2 / 4) / (1 + spread);
  return [Math.max(0, middle - reach), Math.min(1, middle + reach)];
}

/**
 * How often a difference at least as large would appear if it made no difference in which part an error is: Fisher's
 * exact test, two-sided. From 0 to 1.
 */
export function chanceOfGap(
  one: Pick<Tally, "caught" | "planted">,
  other: Pick<Tally, "caught" | "planted">,
): number {
  const [size, rest, caught] = [one.planted, other.planted, one.caught + other.caught];
  const ways = (inOne: number) => choose(size, inOne) * choose(rest, caught - inOne);
  const observed = ways(one.caught);
  const each = Array.from({ length: size + 1 }, (_, inOne) => ways(inOne));
  const total = each.reduce((sum, count) => sum + count, 0);
  // The ways to place the catches are whole numbers, so that they can be compared exactly.
  return each.filter((count) => count <= observed).reduce((sum, count) => sum + count, 0) / total;
}

/** The number of ways to choose `part` of `whole`. */
function choose(whole: number, part: number): number {
  if (part < 0 || part > whole) return 0;
  let ways = 1;
  for (let step = 1; step <= part; step += 1) ways = (ways * (whole - part + step)) / step;
  return Math.round(ways);
}
