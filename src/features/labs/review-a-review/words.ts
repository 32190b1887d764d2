import type { Verdict } from "../../../domain/course/marks.ts";
import { once } from "../../../domain/once.ts";

const NUMBER = once(() => new Intl.NumberFormat("en-GB", { maximumFractionDigits: 1 }));
const LIST = once(() => new Intl.ListFormat("en-GB"));

const points = (count: number) => `${NUMBER().format(count)} ${count === 1 ? "point" : "points"}`;

/** "1 point more generous", "2 points stricter" or "the same". */
export function differenceWords(difference: number): string {
  if (difference === 0) return "the same";
  return `${points(Math.abs(difference))} ${difference > 0 ? "more generous" : "stricter"}`;
}

export function leanWords(lean: number): string {
  if (lean === 0) return "On average you were neither more generous nor stricter than we were.";
  return `On average you were ${points(Math.abs(lean))} per criterion ${lean > 0 ? "more generous" : "stricter"} than we were.`;
}

export function apartWords(apart: number): string {
  if (apart === 0) return "All five of your scores are the same as ours.";
  return `Your scores and ours were ${points(apart)} apart on average, whichever way.`;
}

/** How the distance changed from the first sample to the second. */
export function movementWords(first: number, second: number): string {
  if (first === second) return `You are as far from our scores as before: ${points(second)} on average.`;
  const way = second < first ? "You moved closer to our scores" : "You moved further from our scores";
  return `${way}: from ${points(first)} to ${points(second)} apart on average.`;
}

export function verdictWords({ result, zeros, short }: Verdict): string {
  if (result === "pass") return "a pass";
  const lacks = [
    ...(zeros.length > 0
      ? [`a 0 in ${zeros.length === 1 ? "criterion" : "criteria"} ${LIST().format(zeros.map(String))}`]
      : []),
    ...(short > 0 ? [`${points(short)} too few`] : []),
  ];
  return `not a pass, because of ${LIST().format(lacks)}`;
}
