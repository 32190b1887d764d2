import * as z from "zod/mini";
import { OPTIONS_PER_QUESTION, QUESTIONS_PER_QUIZ } from "../../domain/course/quiz.ts";
import type { AttemptId, LessonId } from "../../domain/ids.ts";
import type { Progress } from "../progress/progress.ts";
import { defineKind } from "../row.ts";
import { instant, lessonId, percent, uuid } from "../wire.ts";

/** One submitted quiz. `receivedAt` is null until the server has confirmed and graded it. */
export type Attempt = {
  id: AttemptId;
  lessonId: LessonId;
  lessonVersion: number;
  /** Option indexes in the author's order. */
  answers: number[];
  /** The score as a whole percentage. */
  score: number;
  passed: boolean;
  takenAt: string;
  receivedAt: string | null;
};

const option = z.int().check(z.minimum(0), z.maximum(OPTIONS_PER_QUESTION - 1));

/** Attempts are a set. The server grades the answers again and joins score and completion into the progress. */
export const attempt = defineKind<Attempt>({
  kind: "attempt",
  keyOf: (content) => content.id,
  schema: () =>
    z.looseObject({
      id: uuid,
      lessonId,
      lessonVersion: z.int().check(z.positive()),
      answers: z.array(option).check(z.length(QUESTIONS_PER_QUIZ)),
      score: percent,
      passed: z.boolean(),
      takenAt: instant,
      receivedAt: z.nullable(instant),
    }) as unknown as z.ZodMiniType<Attempt>, // The schema checks that the id is a UUID.
  join: (mine, theirs, newer) => (newer === "mine" ? mine : theirs),
  serverFields: ["score", "passed", "receivedAt"],
  lessonOf: (content) => content.lessonId,
  isStudy: true,
  isWork: true,
  label: (content) => `Lesson ${content.lessonId} quiz`,
  exportAs: "Quizzes that you submitted",
});

/** The progress that follows from a graded attempt: always a score, completion only if passed. */
export function progressFrom({ lessonId, passed, takenAt, score }: Attempt): Progress {
  return { lessonId, completed: passed, completedAt: passed ? takenAt : null, quizScore: score };
}
