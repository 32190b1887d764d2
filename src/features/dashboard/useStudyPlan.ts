import { useCourseProgress } from "../../db/live.ts";
import { useBegunLesson } from "../../db/study/begunLesson.ts";
import { useReviewMemories } from "../../db/study/reviews.ts";
import { useStudyLog } from "../../db/study/studyLog.ts";
import { useCapstone } from "../../db/synced/capstone.ts";
import { useWorkbook } from "../../db/synced/workbook.ts";
import { isLabDone, labFieldId } from "../../domain/course/labState.ts";
import { LABS } from "../../domain/study/pacing.ts";
import { type Streak, streakOf } from "../../domain/study/streak.ts";
import { dayIn, daysLeftOut, studyDays } from "../../domain/study/studyDays.ts";
import { type BegunLesson, firstDayOfStudy, type PlanFacts } from "../../domain/study/studyPlan.ts";
import { presentZone } from "../../domain/study/timeZones.ts";
import { useNow } from "../../platform/device/useNow.ts";

export type StudyPlanFacts = PlanFacts & { begun: BegunLesson | null; streak: Streak };

/** The learner's plan and study days, read from this device. Null while loading. */
export function useStudyPlan(): StudyPlanFacts | null {
  const log = useStudyLog();
  const progress = useCourseProgress();
  const reviews = useReviewMemories();
  const lesson = useBegunLesson();
  const workbook = useWorkbook();
  const capstone = useCapstone();
  const nowMs = useNow();
  if (log.status === "loading" || progress.status === "loading") return null;
  if (reviews.status === "loading" || lesson.status === "loading") return null;
  if (workbook.status === "loading" || capstone.status === "loading") return null;
  const zone = presentZone();
  const today = dayIn(zone, nowMs);
  const start = log.planStart ?? firstDayOfStudy(log.days, { opened: log.opened, today });
  const leftOut = daysLeftOut(log.zones);
  const lessons = [...progress.byLesson.values()].filter(({ completed }) => completed);
  const sets = [...reviews.bySet].filter(([, memory]) => memory.doneAt !== null);
  return {
    today,
    start,
    done: {
      lessons: new Set(lessons.map(({ lessonId }) => lessonId)),
      labs: new Set(
        LABS.filter(({ lessonId, lab }) =>
          isLabDone(workbook.byField.get(labFieldId(lessonId, lab))?.value ?? ""),
        ).map(({ lab }) => lab),
      ),
      reviews: new Set(sets.map(([set]) => set)),
      isHandedIn: capstone.handIns.length > 0,
    },
    completedOn: (lessonId) => {
      const at = progress.byLesson.get(lessonId)?.completedAt;
      return at ? ([...studyDays([at], log.zones, zone)][0] ?? null) : null;
    },
    begun: lesson.begun,
    streak: streakOf(log.days, today, (day) => leftOut.has(day)),
  };
}
