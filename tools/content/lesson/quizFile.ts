import { z } from "zod";
import type { LessonPack } from "../../../src/domain/course/pack.ts";
import type { LessonId } from "../../../src/domain/ids.ts";
import type { ContentError } from "../contentError.ts";
import { parseYaml, type YamlSource } from "../parseYaml.ts";
import { questionsSchema, toQuizQuestion } from "./questionSchema.ts";

const quizSchema = z.strictObject({ questions: questionsSchema });

/**
 * Parses `quiz.yaml` into the quiz of a pack. From lesson 2 on, the last question must recall an earlier lesson, because
 * recalling something after a few days is what makes it stick.
 */
export function parseQuiz(
  source: YamlSource,
  lessonId: LessonId | undefined,
): { value: LessonPack["quiz"] } | { errors: ContentError[] } {
  const parsed = parseYaml(quizSchema, source);
  if ("errors" in parsed) return parsed;
  const { questions } = parsed.value;
  const last = questions.length - 1;
  const recalls = questions[last]?.recalls ?? 0;
  const lesson = Number(lessonId ?? 1);
  if (lesson > 1 && (recalls < 1 || recalls >= lesson)) {
    const line = parsed.lineOf(["questions", last]);
    const message = `question ${last + 1} must recall an earlier lesson: add "recalls: ${lesson - 1}" or lower`;
    return { errors: [{ file: source.file, line, message }] };
  }
  return { value: { questions: questions.map(toQuizQuestion) } };
}
