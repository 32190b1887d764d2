import { useAccess, useAchievements, useCourseProgress } from "../../db/live.ts";
import { isQuizMaster } from "../../domain/achievements.ts";
import { Spinner } from "../../ui/Spinner.tsx";
import { AchievementList } from "./AchievementList.tsx";
import { courseStats } from "./courseStats.ts";
import { DeviceLine } from "./DeviceLine.tsx";
import { InstallInvitation } from "./InstallInvitation.tsx";
import { MyCourseCard } from "./MyCourseCard.tsx";
import { PlanDetails } from "./PlanDetails.tsx";
import { QuizHistory } from "./QuizHistory.tsx";
import { RecommendedCard } from "./RecommendedCard.tsx";
import { ReviewList } from "./ReviewList.tsx";
import { StatCards } from "./StatCards.tsx";
import { SyncLine } from "./SyncLine.tsx";
import { TierCard } from "./TierCard.tsx";
import { TodayCard } from "./TodayCard.tsx";
import { useStudyPlan } from "./useStudyPlan.ts";
import { WelcomeBanner } from "./WelcomeBanner.tsx";

/** The enrolled learner's page, read from the device alone. */
export function Dashboard() {
  const progress = useCourseProgress();
  const achievements = useAchievements();
  const known = useAccess();
  const plan = useStudyPlan();
  if (progress.status === "loading" || achievements.status === "loading" || !plan) {
    return (
      <div className="page py-16">
        <Spinner label="Loading your courses…" />
      </div>
    );
  }
  const stats = courseStats(progress.completedCount);
  const access = known.status === "ready" ? known.access : null;
  const scores = [...progress.byLesson.values()].map((row) => row.quizScore);
  return (
    <div className="page flex flex-col gap-8 py-8">
      <WelcomeBanner percent={stats.percent} />
      <div className="flex flex-col gap-2">
        <SyncLine />
        <DeviceLine />
      </div>
      <InstallInvitation completedCount={progress.completedCount} />
      <StatCards stats={stats} />
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-2">
        <MyCourseCard completedCount={progress.completedCount} percent={stats.percent} />
        <TodayCard plan={plan} />
        <div className="flex min-w-0 flex-col gap-10">
          <PlanDetails plan={plan} />
          <ReviewList plan={plan} />
          <QuizHistory />
        </div>
        <div className="flex min-w-0 flex-col gap-8">
          <AchievementList earned={achievements.types} isQuizMaster={isQuizMaster(scores)} />
          {access && <TierCard tier={access.tier} />}
          <RecommendedCard tier={access?.tier ?? null} />
        </div>
      </div>
    </div>
  );
}
