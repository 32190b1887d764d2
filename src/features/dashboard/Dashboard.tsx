import { useEffect } from "react";
import { useAccess } from "../../db/enrollment.ts";
import { useAchievements, useCourseProgress } from "../../db/live.ts";
import type { Access } from "../../db/rows.ts";
import { type AchievementType, isQuizMaster } from "../../domain/achievements.ts";
import { COURSE } from "../../domain/course.ts";
import { paths } from "../../domain/paths.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Card } from "../../ui/Card.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { AchievementList } from "./AchievementList.tsx";
import { courseStats } from "./courseStats.ts";
import { DeviceLine } from "./DeviceLine.tsx";
import { SyncButton } from "./EnrollmentWait.tsx";
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

/** The enrolled learner's page, read only from the device. */
export function Dashboard() {
  const progress = useCourseProgress();
  const achievements = useAchievements();
  const known = useAccess();
  const plan = useStudyPlan();
  if (
    progress.status === "loading" ||
    progress.load === "pending" ||
    achievements.status === "loading" ||
    !plan
  ) {
    return (
      <div className="page py-16">
        <Spinner label="Loading your courses…" />
      </div>
    );
  }
  const access = known.status === "ready" ? known.access : null;
  if (progress.load === "failed") return <UnknownProgress access={access} earned={achievements.types} />;
  const stats = courseStats(progress.completedCount);
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

type UnknownProps = { access: Access | null; earned: ReadonlySet<AchievementType> };

/**
 * The dashboard on a device that has never received the learner's progress: shows what is known and guesses no figures.
 * Plan, reviews and quiz history depend on the progress and are left out.
 */
function UnknownProgress({ access, earned }: UnknownProps) {
  // Synchronises with the log: spec §8 prescribes this exact text.
  useEffect(() => console.error("Error loading dashboard data"), []);
  return (
    <div className="page flex flex-col gap-8 py-8">
      <WelcomeBanner percent={null} />
      <Banner
        tone="highlight"
        title="Your progress is not known yet"
        action={<SyncButton idle="Try again" busy="Loading…" />}
      >
        It could not be loaded from your account, where it is safe. We will keep trying, and you can study in
        the meantime.
      </Banner>
      <div className="flex flex-col gap-2">
        <SyncLine />
        <DeviceLine />
      </div>
      <StatCards stats={null} />
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-2">
        <Card as="section" aria-labelledby="my-courses-title" className="flex flex-col gap-5">
          <h2 id="my-courses-title">My Courses</h2>
          <div>
            <p className="eyebrow">{COURSE.programme}</p>
            <h3>{COURSE.title}</h3>
          </div>
          <LinkButton to={paths.course()} className="self-start">
            Open the course
          </LinkButton>
        </Card>
        <AchievementList earned={earned} isQuizMaster={false} isKnown={false} />
        {access && <TierCard tier={access.tier} />}
        <RecommendedCard tier={access?.tier ?? null} />
      </div>
    </div>
  );
}
