import { canonicalJson } from "../../src/domain/canonicalJson.ts";
import { allIslands, SOURCE_LABELS } from "../../src/domain/course/pack.ts";
import { minutesFrom, stepsOf } from "../../src/domain/course/steps.ts";
import { cutSteps } from "./steps/cutSteps.ts";
import { countPlaces } from "./validate/courseRules.ts";
import type { LessonUnderTest } from "./validate/rule.ts";

const BYTES_PER_KB = 1024;
const HEADS = [
  "lesson",
  "words",
  "activity",
  "grade",
  "checks",
  "fields",
  "terms",
  "P/S2/S1",
  "answers",
  "KB",
];
const COLUMN = 10;

/**
 * One line per lesson that has a text: words outside and inside activities, reading grade, checks, workbook fields, terms,
 * sources by label, correct answers by position, size and title. Values that require a lesson without errors are "–".
 * Then one line per lesson with the minutes of its steps.
 */
export function describeLessons(lessons: readonly LessonUnderTest[]): string {
  const lines = lessons.map(({ lessonId, source, measures, pack }) => {
    const { words, activityWords, grade, checks } = measures;
    const cells = [lessonId, words, activityWords, grade.toFixed(1), checks, ...describePack(pack)];
    return `${row(cells)}  ${pack?.title ?? source.folder}`;
  });
  return [`${row(HEADS)}  title`, ...lines, "", ...lessons.flatMap(({ pack }) => describeSteps(pack))].join(
    "\n",
  );
}

/** The minutes of each step and of the whole lesson on one line. */
function describeSteps(pack: LessonUnderTest["pack"]): string[] {
  if (!pack) return [];
  const steps = stepsOf(pack);
  const minutes = steps.map((each) => each.minutes).join(" + ");
  return [
    `lesson ${pack.lessonId}: ${steps.length} steps, ${minutes} = ${minutesFrom(steps, 1)} of ${pack.minutes} minutes`,
  ];
}

/** One line per step of a lesson: its number, minutes, line in `lesson.md` and title. */
export function listSteps({ tree, pack }: LessonUnderTest): string {
  if (!pack) return "";
  const cuts = cutSteps(tree);
  const lines = stepsOf(pack).map(
    ({ title, minutes }, index) => `${row([index + 1, `${minutes} min`, cuts[index]?.line ?? ""])}  ${title}`,
  );
  return [`${row(["step", "time", "line"])}  title`, ...lines].join("\n");
}

function describePack(pack: LessonUnderTest["pack"]): (string | number)[] {
  if (!pack) return ["–", "–", "–", "–", "–"];
  const islands = allIslands(pack);
  const labels = SOURCE_LABELS.map((label) => pack.sources.filter((each) => each.label === label).length);
  const places = countPlaces(pack.quiz.questions.map(({ correctAnswer }) => correctAnswer));
  const kilobytes = Buffer.byteLength(canonicalJson(pack), "utf8") / BYTES_PER_KB;
  const fields = islands.filter(({ kind }) => kind === "field").length;
  return [fields, pack.terms.length, labels.join("/"), places.join("-"), kilobytes.toFixed(1)];
}

function row(cells: readonly (string | number)[]): string {
  return cells.map((each) => String(each).padStart(COLUMN)).join("");
}
