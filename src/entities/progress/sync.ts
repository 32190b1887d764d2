import * as z from "zod/mini";
import { COURSE_ID, LESSON_IDS, MODULE_IDS } from "../../domain/ids.ts";
import { defineEntity } from "../entity.ts";
import { instant, rev, storedInstant } from "../wire.ts";
import { joinProgress, notBeforeStart, type Progress, progressOp } from "./progress.ts";

/** An op says that a lesson is complete. Scores come only from attempts. */
export const progressSync = defineEntity({
  type: "progress",
  store: "progress",
  serverTable: "course_progress",
  payload: z.object({
    course_id: z.literal(COURSE_ID),
    module_id: z.enum(MODULE_IDS),
    lesson_id: z.enum(LESSON_IDS),
    completed_at: instant,
  }),
  wireRow: z.object({
    course_id: z.string(),
    module_id: z.enum(MODULE_IDS),
    lesson_id: z.enum(LESSON_IDS),
    completed: z.boolean(),
    completed_at: z.nullable(instant),
    quiz_score: z.nullable(z.int().check(z.minimum(0), z.maximum(100))),
    rev,
  }),
  keyOf: (row: Progress) => row.lessonId,
  fromWire: (row) => ({
    lessonId: row.lesson_id,
    moduleId: row.module_id,
    completed: row.completed,
    completedAt: row.completed_at && storedInstant(row.completed_at),
    quizScore: row.quiz_score,
  }),
  fromOp: ({ lesson_id, module_id, completed_at }) => ({
    lessonId: lesson_id,
    moduleId: module_id,
    completed: true,
    completedAt: completed_at,
    quizScore: null,
  }),
  offers: (row) => (row.completed ? [progressOp(row)] : []),
  joinPulled: (mine, theirs, { studyStart }) => {
    const joined = mine ? joinProgress(mine, theirs) : theirs;
    return studyStart ? notBeforeStart(joined, studyStart) : joined;
  },
  joinCopy: joinProgress,
});
