import { minutesFrom, stepsOf, stepWithin } from "../../domain/course/steps.ts";
import { type BegunLesson, latestBegun } from "../../domain/study/begun.ts";
import { lessonPlace } from "../../entities/lessonPlace/lessonPlace.ts";
import { progress } from "../../entities/progress/progress.ts";
import { isoOf } from "../../entities/stamp.ts";
import { LOADING, type Loading, useLearner } from "../live.ts";
import type { LearnerDb } from "../store/learnerDb.ts";
import { readRows, readStamped } from "../synced/readRows.ts";

/** The lesson to continue, or null if the learner has begun none or completed all that were begun. */
export function useBegunLesson(): Loading | { status: "ready"; begun: BegunLesson | null } {
  const found = useLearner("begun", readBegunLesson, null);
  return found ? { status: "ready", begun: found.value } : LOADING;
}

async function readBegunLesson(db: LearnerDb): Promise<BegunLesson | null> {
  const [places, known] = await Promise.all([readStamped(db, lessonPlace), readRows(db, progress)]);
  const completed = new Set(known.filter((row) => row.completed).map(({ lessonId }) => lessonId));
  const moved = places.map(({ stamp, ...place }) => ({ ...place, movedAt: isoOf(stamp) }));
  const place = latestBegun(moved, completed);
  if (!place) return null;
  const { lessonId } = place;
  const lesson = await db.lessons.get(lessonId);
  if (!lesson) return { lessonId, step: place.step, extent: null };
  const steps = stepsOf(lesson.pack);
  const step = stepWithin(steps, place.step);
  return { lessonId, step, extent: { steps: steps.length, minutesLeft: minutesFrom(steps, step) } };
}
