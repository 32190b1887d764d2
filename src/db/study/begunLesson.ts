import { minutesFrom, stepsOf, stepWithin } from "../../domain/course/steps.ts";
import { type BegunLesson, latestBegun } from "../../domain/study/studyPlan.ts";
import { LOADING, type Loading, useLearner } from "../live.ts";
import type { LearnerDb } from "../store/learnerDb.ts";

/** The lesson to continue, or null if the learner has begun none or completed all that were begun. */
export function useBegunLesson(): Loading | { status: "ready"; begun: BegunLesson | null } {
  const found = useLearner("begun", readBegunLesson, null);
  return found ? { status: "ready", begun: found.value } : LOADING;
}

async function readBegunLesson(db: LearnerDb): Promise<BegunLesson | null> {
  const [places, progress] = await Promise.all([db.lessonPlaces.toArray(), db.progress.toArray()]);
  const completed = new Set(progress.filter((row) => row.completed).map(({ lessonId }) => lessonId));
  const place = latestBegun(places, completed);
  if (!place) return null;
  const { lessonId } = place;
  const lesson = await db.lessons.get(lessonId);
  if (!lesson) return { lessonId, step: place.step, extent: null };
  const steps = stepsOf(lesson.pack);
  const step = stepWithin(steps, place.step);
  return { lessonId, step, extent: { steps: steps.length, minutesLeft: minutesFrom(steps, step) } };
}
