import { z } from "zod";
import type { ReviewSet } from "../../../src/domain/course/pack.ts";
import { isLessonId, type LessonId } from "../../../src/domain/ids.ts";
import { REVIEW_DAYS } from "../../../src/domain/study/pacing.ts";
import type { ContentError } from "../contentError.ts";
import { parseYaml, type YamlSource } from "../parseYaml.ts";
import { questionsSchema, toQuizQuestion } from "./questionSchema.ts";

const MIN_LESSONS_RECALLED = 3;
const reviewSchema = z.strictObject({ day: z.int(), questions: questionsSchema });

/** Parses `review.yaml`: five questions, about at least three of the lessons up to this one. */
export function parseReview(
  source: YamlSource,
  lessonId: LessonId,
): { value: ReviewSet } | { errors: ContentError[] } {
  const parsed = parseYaml(reviewSchema, source);
  if ("errors" in parsed) return parsed;
  const { day, questions } = parsed.value;
  const errors: ContentError[] = [];
  const complain = (path: PropertyKey[], message: string) =>
    errors.push({ file: source.file, line: parsed.lineOf(path), message });

  const wantedDay = REVIEW_DAYS.get(lessonId);
  if (wantedDay === undefined) complain([], `no review follows lesson ${lessonId}`);
  else if (day !== wantedDay)
    complain(["day"], `day is ${day}, the review after lesson ${lessonId} is on day ${wantedDay}`);

  const reviewed = questions.flatMap((question, index) => {
    const recalls = String(question.recalls ?? 0);
    if (isLessonId(recalls) && Number(recalls) <= Number(lessonId))
      return [{ ...toQuizQuestion(question), recalls }];
    const message = `question ${index + 1} must recall a lesson: add "recalls: ${lessonId}" or lower`;
    complain(["questions", index], message);
    return [];
  });
  const recalled = new Set(reviewed.map((each) => each.recalls));
  if (errors.length === 0 && recalled.size < MIN_LESSONS_RECALLED)
    complain(
      ["questions"],
      `the questions come back to ${recalled.size} lessons, needs ${MIN_LESSONS_RECALLED}`,
    );
  return errors.length > 0 ? { errors } : { value: { day, questions: reviewed } };
}
