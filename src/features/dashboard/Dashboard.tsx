import { useEffect } from "react";
import { useAchievements, useCourseProgress } from "../../db/live.ts";
import type { Access } from "../../db/store/rows.ts";
import { useAccess } from "../../db/study/enrollment.ts";
import { useOwnCertificate } from "../../db/study/ownCertificate.ts";
import { useAttempts } from "../../db/synced/attempts.ts";
import { COURSE } from "../../domain/course/course.ts";
import { paths } from "../../domain/paths.ts";
import type { Tier } from "../../domain/sales/plans.ts";
import { type AchievementType, isQuizMaster } from "../../entities/achievement/achievement.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Card } from "../../ui/Card.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { AchievementList } from "./AchievementList.tsx";
import { courseStats } from "./courseStats.ts";
import { SyncButton } from "./EnrollmentWait.tsx";
import { InstallInvitation } from "./InstallInvitation.tsx";
import { MyCourseCard } from "./MyCourseCard.tsx";
import { PlanDetails } from "./PlanDetails.tsx";
import { QuizHistory } from "./QuizHistory.tsx";
import { ReviewList } from "./ReviewList.tsx";
import { StatCards } from "./StatCards.tsx";
import { type DeviceFacts, ThisDevice, useThisDevice } from "./ThisDevice.tsx";
import { TierCard } from "./TierCard.tsx";
import { useStudyPlan } from "./useStudyPlan.ts";
import { WelcomeBanner } from "./WelcomeBanner.tsx";

/** The enrolled learner's page. Its data is read only from the device, and shown when all of it has been read. */
export function Dashboard() {
  const progress = useCourseProgress();
  const achievements = useAchievements();
  const attempts = useAttempts();
  const known = useAccess();
  const certificate = useOwnCertificate();
  const plan = useStudyPlan();
  const device = useThisDevice();
  if (
    progress.status === "loading" ||
    progress.load === "pending" ||
    achievements.status === "loading" ||
    attempts.status === "loading" ||
    known.status === "loading" ||
    certificate.status === "loading" ||
    !plan ||
    !device
  ) {
    return (
      <div className="page py-16">
        <Spinner label="Loading your courses…" />
      </div>
    );
  }
  const { access } = known;
  if (progress.load === "failed")
    return <UnknownProgress access={access} earned={achievements.types} device={device} />;
  const stats = courseStats(progress.completedCount, certificate.isRevoked);
  const scores = [...progress.byLesson.values()].map((row) => row.quizScore);
  return (
    <div className={PAGE}>
      <WelcomeBanner percent={stats.percent} plan={plan} />
      <StatCards stats={stats} />
      <div className={COLUMNS}>
        <div className={COLUMN}>
          <MyCourseCard completedCount={progress.completedCount} percent={stats.percent} begun={plan.begun} />
          {/* It may appear late, so it is below the first window. */}
          <InstallInvitation completedCount={progress.completedCount} />
          <ReviewList plan={plan} />
          <QuizHistory byLesson={attempts.byLesson} />
        </div>
        <div className={COLUMN}>
          <AchievementList earned={achievements.types} isQuizMaster={isQuizMaster(scores)} />
          <PlanDetails plan={plan} />
          <ThisDevice {...device} />
        </div>
        {access && <TierCard tier={access.tier} />}
        <RecommendedCard tier={access?.tier ?? null} />
      </div>
    </div>
  );
}

const PAGE = "page flex flex-col gap-6 py-4 sm:gap-8 sm:py-8 short:py-3";
const COLUMNS = "grid grid-cols-1 items-start gap-8 lg:grid-cols-2";
const COLUMN = "flex min-w-0 flex-col gap-8";

type UnknownProps = { access: Access | null; earned: ReadonlySet<AchievementType>; device: DeviceFacts };

/**
 * The dashboard on a device that has never received the learner's progress: shows what is known and no figures that
 * might be wrong. The plan, reviews and quiz history depend on the progress and are left out.
 */
function UnknownProgress({ access, earned, device }: UnknownProps) {
  // Spec §8 requires exactly this text.
  useEffect(() => console.error("Error loading dashboard data"), []);
  return (
    <div className={PAGE}>
      <WelcomeBanner percent={null} plan={null} />
      <Banner
        tone="highlight"
        title="Your progress has not loaded yet"
        action={<SyncButton idle="Try again" busy="Loading…" />}
      >
        It could not be loaded from your account, where it is safe. We will keep trying, and you can study in
        the meantime.
      </Banner>
      <StatCards stats={null} />
      <div className={COLUMNS}>
        <Card as="section" aria-labelledby="my-courses-title" className="flex flex-col gap-5">
          <h2 id="my-courses-title">My Courses</h2>
          <div>
            <p className="eyebrow">{COURSE.programme}</p>
            <h3 translate="no">{COURSE.title}</h3>
          </div>
          <LinkButton to={paths.course()} className="self-start">
            Open the course
          </LinkButton>
        </Card>
        <div className={COLUMN}>
          <AchievementList earned={earned} isQuizMaster={false} isKnown={false} />
          <ThisDevice {...device} />
        </div>
        {access && <TierCard tier={access.tier} />}
        <RecommendedCard tier={access?.tier ?? null} />
      </div>
    </div>
  );
}

const ADVICE: Record<Tier, string> = {
  student: "Do you need more support? Add 1-on-1 consultancy and priority support, and keep your progress.",
  ngo: "Do you need more support? Add unlimited 1-on-1 consultancy, custom project support and an account manager, and keep your progress.",
  professional: "Bring your colleagues: each person enrols with their own email address.",
};

/**
 * Recommends an upgrade of the learner's tier, because only one course is on sale and the catalogue shows the planned
 * ones. Enroll Now leads to a page that offers the higher tiers.
 */
function RecommendedCard({ tier }: { tier: Tier | null }) {
  return (
    <Card as="section" aria-labelledby="recommended-title" className="flex flex-col gap-4">
      <div>
        <p className="eyebrow">Recommended</p>
        <h2 id="recommended-title" translate="no">
          {COURSE.title}
        </h2>
      </div>
      <p>{ADVICE[tier ?? "student"]}</p>
      <div className="flex flex-wrap gap-3">
        <LinkButton to={paths.generalCheckout()}>Enroll Now</LinkButton>
        <LinkButton to={paths.catalogue()} variant="secondary">
          View All Courses
        </LinkButton>
      </div>
    </Card>
  );
}
