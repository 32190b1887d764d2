import { TOTAL_LESSONS } from "../../../src/domain/course/course.ts";
import type { LessonPack } from "../../../src/domain/course/pack.ts";
import { OPTIONS_PER_QUESTION, QUESTIONS_PER_QUIZ } from "../../../src/domain/course/quiz.ts";

/** How many of the 55 correct answers may be in each position. */
const MIN_PER_PLACE = 11;
const MAX_PER_PLACE = 17;
const MIN_TERMS = 70;
const MAX_TERMS = 100;

/** Returns the errors of the course as a whole. While lessons are missing, the limits are reduced in proportion. */
export function courseFaults(packs: readonly LessonPack[]): string[] {
  const faults: string[] = [];
  const answers = packs.flatMap(({ quiz }) => quiz.questions.map(({ correctAnswer }) => correctAnswer));
  const share = answers.length / (TOTAL_LESSONS * QUESTIONS_PER_QUIZ);
  const least = Math.floor(MIN_PER_PLACE * share);
  const most = Math.ceil(MAX_PER_PLACE * share);
  for (const [place, count] of countPlaces(answers).entries()) {
    if (count < least || count > most)
      faults.push(
        `${count} of ${answers.length} correct answers are in position ${place}, needs ${least} to ${most}`,
      );
  }
  const terms = packs.reduce((sum, pack) => sum + pack.terms.length, 0);
  if (packs.length === TOTAL_LESSONS && (terms < MIN_TERMS || terms > MAX_TERMS))
    faults.push(`the glossary has ${terms} terms, needs ${MIN_TERMS} to ${MAX_TERMS}`);
  return faults;
}

/** The number of correct answers in each position. */
function countPlaces(answers: readonly number[]): number[] {
  return Array.from(
    { length: OPTIONS_PER_QUESTION },
    (_, place) => answers.filter((answer) => answer === place).length,
  );
}
