import { once } from "../../../domain/once.ts";
import {
  type Answer,
  type Application,
  brokenRules,
  type HumanCheckData,
  type Rule,
  totalOf,
} from "./data.ts";

const POUNDS = once(
  () =>
    new Intl.NumberFormat("en-GB", {
      style: "currency",
      currency: "GBP",
      maximumFractionDigits: 0,
    }),
);
const MONTH = once(
  () => new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" }),
);

export const ANSWER_NAMES: Record<Answer, string> = { approve: "Approve", refuse: "Refuse" };
export const PAST: Record<Answer, string> = { approve: "approved", refuse: "refused" };

export const poundsWords = (pounds: number) => POUNDS().format(pounds);
export const monthWords = (month: string) => MONTH().format(new Date(`${month}-01T00:00:00Z`));
export const secondsWords = (tenths: number | null) =>
  tenths === null ? "not counted" : `${(tenths / 10).toFixed(1)} s`;

export function ruleWords({ rules, place }: HumanCheckData): string[] {
  return [
    `The group has been active since ${monthWords(rules.since)} or earlier.`,
    `The costs come to ${poundsWords(rules.pounds)} or less.`,
    `At least half of the members live in ${place}.`,
  ];
}

/** Why the rules approve or refuse it. */
export function reasonWords({ rules, place }: HumanCheckData, application: Application): string {
  const [all, local] = application.members;
  const words: Record<Rule, string> = {
    since: `active only since ${monthWords(application.since)}`,
    pounds: `the costs come to ${poundsWords(totalOf(application))}`,
    members: `only ${local} of ${all} members live in ${place}`,
  };
  const broken = brokenRules(rules, application);
  if (broken.length > 0) return broken.map((rule) => words[rule]).join("; ");
  return `all three rules are met: ${poundsWords(totalOf(application))}, ${local} of ${all} members`;
}
