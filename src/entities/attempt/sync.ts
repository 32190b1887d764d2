import * as z from "zod/mini";
import { OPTIONS_PER_QUESTION, QUESTIONS_PER_QUIZ } from "../../domain/course/quiz.ts";
import { type AttemptId, COURSE_ID, LESSON_IDS } from "../../domain/ids.ts";
import { defineEntity } from "../entity.ts";
import { instant, rev, storedInstant, uuid } from "../wire.ts";
import { type Attempt, attemptOp } from "./attempt.ts";

const option = z.int().check(z.minimum(0), z.maximum(OPTIONS_PER_QUESTION - 1));

/** Attempts are a set. The server grades the answers again and joins score and completion into the progress. */
export const attemptSync = defineEntity({
  type: "attempt",
  store: "attempts",
  serverTable: "quiz_attempts",
  payload: z.object({
    id: uuid,
    course_id: z.literal(COURSE_ID),
    lesson_id: z.enum(LESSON_IDS),
    lesson_version: z.int().check(z.positive()),
    answers: z.array(option).check(z.length(QUESTIONS_PER_QUIZ)),
    taken_at: instant,
  }),
  wireRow: z.object({
    id: uuid,
    course_id: z.string(),
    lesson_id: z.enum(LESSON_IDS),
    lesson_version: z.int().check(z.positive()),
    answers: z.array(z.int()),
    score: z.int().check(z.minimum(0), z.maximum(100)),
    passed: z.boolean(),
    taken_at: instant,
    received_at: instant,
    rev,
  }),
  keyOf: (row: Attempt) => row.id,
  fromWire: (row) => ({
    id: row.id as AttemptId, // The schema has checked that it is a UUID.
    lessonId: row.lesson_id,
    lessonVersion: row.lesson_version,
    answers: row.answers,
    score: row.score,
    passed: row.passed,
    takenAt: storedInstant(row.taken_at),
    receivedAt: storedInstant(row.received_at),
  }),
  // The score does not follow from the answers alone: the server grades the attempt, and the next pull returns it.
  fromOp: () => null,
  offers: (row) => [attemptOp(row)],
});
