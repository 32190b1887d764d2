import { visit } from "unist-util-visit";
import { LAW_AS_AT } from "../../../src/domain/course/course.ts";
import { readableText } from "../text/readableText.ts";
import { runningText } from "./measure.ts";
import { PLAN } from "./plan.ts";
import type { Rule } from "./rule.ts";

const MIN_WORDS = 1600;
const MAX_WORDS = 2600;
const MAX_GRADE = 9;
const CITES_LAW = /\b(Regulation|Directive) \(EU\)|\bAct (19|20)\d\d\b|\bEW(HC|CA)\b|\bUK GDPR\b|\bAI Act\b/;
const LAW_DATE = new RegExp(`law as at ${LAW_AS_AT}`, "i");
const NO_ADVICE = /not legal advice/i;

/** Another author's framework, claims that no course may make, and claims that the fact sheet could not confirm. */
const NEVER = [
  /\b4D\b/,
  /\b(four|4) Ds\b/,
  /\bdiscernment\b/i,
  /\bAI Fluency Framework\b/,
  /\[U\]|\[S1\]|\[S2\]|\[P\]/,
  /\bmakes? you compliant\b/i,
  // A date to check that is not in a comment of its own.
  /# expires:/,
  /\b(Moffatt|African Philosophy through Ubuntu|DPDI|Buen Vivir|Sumak Kawsay|Ghost Work|Xenophobic Machines|Montréal Declaration|SAFE-D)\b/,
];

export const hasLength: Rule = ({ measures: { words } }) =>
  words < MIN_WORDS || words > MAX_WORDS
    ? [`the text outside activities and questions has ${words} words, needs ${MIN_WORDS} to ${MAX_WORDS}`]
    : [];

export const isReadable: Rule = ({ measures: { grade } }) =>
  grade > MAX_GRADE ? [`the reading grade is ${grade.toFixed(1)}, at most ${MAX_GRADE}`] : [];

/** A lesson that cites law must state its date and that it is not legal advice. */
export const datesLaw: Rule = ({ lessonId, text, pack }) => {
  const sources = pack?.sources.map(({ title }) => title).join(" ") ?? "";
  if (!PLAN[lessonId].citesLaw && !CITES_LAW.test(sources)) return [];
  const faults: string[] = [];
  if (!LAW_DATE.test(text)) faults.push(`the lesson cites law but never says "Law as at ${LAW_AS_AT}"`);
  if (!NO_ADVICE.test(text)) faults.push('the lesson cites law but never says "not legal advice"');
  return faults;
};

export const saysNothingForbidden: Rule = ({ text, pack }) => {
  const all = `${text} ${JSON.stringify(pack?.quiz ?? "")} ${JSON.stringify(pack?.review ?? "")}`;
  return NEVER.flatMap((pattern) => {
    const found = pattern.exec(all);
    return found ? [`the lesson says "${found[0]}", which it may not`] : [];
  });
};

export const saysItQuietly: Rule = ({ tree }) =>
  runningText(tree)
    .filter((each) => each.includes("!"))
    .map((each) => `an exclamation mark in "${each.slice(0, 60)}…"`);

/** A sentence read out of context must not present a system without AI as AI. */
export const saysHorizonIsNotAi: Rule = ({ tree }) => {
  const text = readableText(tree);
  const at = text.indexOf("Horizon");
  if (at < 0 || text.slice(at, text.indexOf(".", at)).match(/not\s+AI/)) return [];
  return ['the first sentence that names Horizon does not say "not AI"'];
};

export const linksTerms: Rule = ({ lessonId, tree, pack }) => {
  if (lessonId === "1") return [];
  const own = new Set(pack?.terms.map(({ term }) => term));
  let links = 0;
  visit(tree, "link", (node) => {
    if (String(node.data?.hProperties?.className) === "term") links += 1;
  });
  const foreign = pack?.references?.filter(({ term }) => !own.has(term)).length ?? links;
  return foreign < 3 ? [`the lesson links to ${foreign} terms of other lessons, needs 3 or more`] : [];
};
