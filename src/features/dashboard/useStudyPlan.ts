import { useCourseProgress } from "../../db/live.ts";
import { presentZone } from "../../db/study/noteStudy.ts";
import { useReviewMemories } from "../../db/study/reviews.ts";
import { useStudyLog } from "../../db/study/studyLog.ts";
import type { LessonId } from "../../domain/ids.ts";
import { type Streak, streakOf } from "../../domain/study/streak.ts";
import { dayIn, daysLeftOut, type LocalDay, studyDays } from "../../domain/study/studyDays.ts";
import { type Done, firstDayOfStudy, isRestDay } from "../../domain/study/studyPlan.ts";
import { useNow } from "../../platform/device/useNow.ts";

export type StudyPlanFacts = {
  today: LocalDay;
  /** Day 1: the chosen day or the first day of study. Null before the learner has begun. */
  start: LocalDay | null;
  done: Done;
  /** The learner's local day on which a lesson was completed. */
  completedOn: (lessonId: LessonId) => LocalDay | null;
  streak: Streak;
};

/** The learner's plan and study days, read from this device. Null while loading. */
export function useStudyPlan(): StudyPlanFacts | null {
  const log = useStudyLog();
  const progress = useCourseProgress();
  const reviews = useReviewMemories();
  const nowMs = useNow();
  if (log.status === "loading" || progress.status === "loading" || reviews.status === "loading") return null;
  const zone = presentZone();
  const today = dayIn(zone, nowMs);
  const start = log.planStart ?? firstDayOfStudy(log.days, { opened: log.opened, today });
  const leftOut = daysLeftOut(log.zones);
  const isOff = (day: LocalDay) => leftOut.has(day) || (start !== null && isRestDay(start, day));
  const lessons = [...progress.byLesson.values()].filter(({ completed }) => completed);
  const sets = [...reviews.bySet].filter(([, memory]) => memory.doneAt !== null);
  return {
    today,
    start,
    done: {
      lessons: new Set(lessons.map(({ lessonId }) => lessonId)),
      reviews: new Set(sets.map(([set]) => set)),
    },
    completedOn: (lessonId) => {
      const at = progress.byLesson.get(lessonId)?.completedAt;
      return at ? ([...studyDays([at], log.zones, zone)][0] ?? null) : null;
    },
    streak: streakOf(log.days, today, isOff),
  };
}
