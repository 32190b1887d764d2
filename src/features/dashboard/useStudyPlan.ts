import { useCourseProgress } from "../../db/live.ts";
import { serverNow } from "../../db/store/serverClock.ts";
import { useAnswers } from "../../db/study/answers.ts";
import { useBegunLesson } from "../../db/study/begunLesson.ts";
import { useStudyLog } from "../../db/study/studyLog.ts";
import { useCapstone } from "../../db/synced/capstone.ts";
import { useWorkbook } from "../../db/synced/workbook.ts";
import { isLabDone, labFieldId } from "../../domain/course/labState.ts";
import type { BegunLesson } from "../../domain/study/begun.ts";
import { LABS } from "../../domain/study/pacing.ts";
import { answeredReviews, isDue, nextRecall } from "../../domain/study/recall.ts";
import { type Streak, streakOf } from "../../domain/study/streak.ts";
import { dayIn, daysLeftOut, studyDays } from "../../domain/study/studyDays.ts";
import { firstDayOfStudy, type PlanFacts } from "../../domain/study/studyPlan.ts";
import { presentZone } from "../../domain/study/timeZones.ts";
import { recallIn } from "../../entities/answer/answer.ts";
import { useNow } from "../../platform/device/useNow.ts";

export type StudyPlanFacts = PlanFacts & {
  begun: BegunLesson | null;
  streak: Streak;
  /** How many questions are due to be tried again. */
  dueQuestions: number;
};

/** The learner's plan and study days, read from this device. Null while loading. */
export function useStudyPlan(): StudyPlanFacts | null {
  const log = useStudyLog();
  const progress = useCourseProgress();
  const answers = useAnswers();
  const lesson = useBegunLesson();
  const workbook = useWorkbook();
  const capstone = useCapstone();
  const nowMs = serverNow(useNow());
  if (log.status === "loading" || progress.status === "loading") return null;
  if (answers.status === "loading" || lesson.status === "loading") return null;
  if (workbook.status === "loading" || capstone.status === "loading") return null;
  const zone = presentZone();
  const today = dayIn(zone, nowMs);
  const start = log.planStart ?? firstDayOfStudy(log.days, { opened: log.opened, today });
  const leftOut = daysLeftOut(log.zones);
  const lessons = [...progress.byLesson.values()].filter(({ completed }) => completed);
  const recalls = [...answers.byQuestion.values()].map(recallIn);
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
      reviews: answeredReviews((id) => answers.byQuestion.has(id)),
      isHandedIn: capstone.handIns.length > 0,
    },
    completedOn: (lessonId) => {
      const at = progress.byLesson.get(lessonId)?.completedAt;
      return at ? ([...studyDays([at], log.zones, zone)][0] ?? null) : null;
    },
    begun: lesson.begun,
    againOn: nextRecall(recalls, today),
    dueQuestions: recalls.filter((each) => isDue(each, today)).length,
    streak: streakOf(log.days, today, (day) => leftOut.has(day)),
  };
}
