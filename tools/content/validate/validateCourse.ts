import type { ContentError } from "../contentError.ts";
import type { Compiled } from "../readCourse.ts";
import { readableText } from "../text/readableText.ts";
import { courseFaults } from "./courseRules.ts";
import { datedSentences, dateFaults } from "./dates.ts";
import { dayFaults, dayMinutes } from "./dayMinutes.ts";
import { measure } from "./measure.ts";
import { keepsToPlan, quizIsFair } from "./planRules.ts";
import { asksOften } from "./responses.ts";
import type { LessonUnderTest, Rule } from "./rule.ts";
import { comesBackToTheLoop, fitsThirtyMinutes, hasParts, hasShape } from "./shapeRules.ts";
import { hasGoodSteps, stepsAddUp } from "./stepRules.ts";
import {
  datesLaw,
  hasLength,
  isReadable,
  linksTerms,
  saysHorizonIsNotAi,
  saysItQuietly,
  saysNothingForbidden,
} from "./textRules.ts";

const RULES: readonly Rule[] = [
  hasShape,
  hasParts,
  asksOften,
  fitsThirtyMinutes,
  comesBackToTheLoop,
  hasLength,
  isReadable,
  datesLaw,
  saysNothingForbidden,
  saysItQuietly,
  saysHorizonIsNotAi,
  linksTerms,
  keepsToPlan,
  quizIsFair,
  hasGoodSteps,
  stepsAddUp,
];

/** The lessons that have a text, with their measures, and with their packs if they compile. */
export function lessonsUnderTest({ lessons, packs }: Pick<Compiled, "lessons" | "packs">): LessonUnderTest[] {
  return lessons.flatMap((source) => {
    const { lessonId, body } = source;
    if (!lessonId || !body) return [];
    const text = [body, ...source.sheets, ...source.labs].map(({ tree }) => readableText(tree)).join("\n");
    const pack = packs.find((each) => each.lessonId === lessonId) ?? null;
    return [{ lessonId, source, tree: body.tree, text, measures: measure(body.tree), pack }];
  });
}

/** The violations of editorial rules, which do not prevent compilation. */
export function validateCourse(course: Compiled): ContentError[] {
  const faults = lessonsUnderTest(course).flatMap((lesson) =>
    RULES.flatMap((rule) => rule(lesson)).map((fault) => ({
      file: lesson.source.lessonFile,
      line: 1,
      ...(typeof fault === "string" ? { message: fault } : fault),
    })),
  );
  const whole = courseFaults(course.packs).map((message) => ({ file: "content/lessons", line: 1, message }));
  const days = dayFaults(dayMinutes(course.packs)).map((message) => ({ file: "content", line: 1, message }));
  return [...faults, ...whole, ...days, ...dateFaults(datedSentences(course.lessons))];
}
