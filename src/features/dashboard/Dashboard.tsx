import { useEffect } from "react";
import { useAchievements, useCourseProgress } from "../../db/live.ts";
import type { Access } from "../../db/store/rows.ts";
import { useAccess } from "../../db/study/enrollment.ts";
import { useOwnCertificate } from "../../db/study/ownCertificate.ts";
import { useAttempts } from "../../db/synced/attempts.ts";
import { COURSE } from "../../domain/course/course.ts";
import { LEARNING_PLACES } from "../../domain/learningPlaces.ts";
import { paths } from "../../domain/paths.ts";
import { TIER_PLANS, TIERS, type Tier } from "../../domain/sales/plans.ts";
import { type AchievementType, quizMasterCount } from "../../entities/achievement/achievement.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Card } from "../../ui/Card.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { PlaceStrip } from "../../ui/PlaceStrip.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { AchievementList } from "./AchievementList.tsx";
import { SyncButton } from "./EnrollmentWait.tsx";
import { InstallInvitation } from "./InstallInvitation.tsx";
import { MyCourseCard } from "./MyCourseCard.tsx";
import { PlanDetails } from "./PlanDetails.tsx";
import { courseStats, StatCards } from "./StatCards.tsx";
import { type DeviceFacts, ThisDevice, useThisDevice } from "./ThisDevice.tsx";
import { TierCard } from "./TierCard.tsx";
import { useLastPaymentDue } from "./useLastPaymentDue.ts";
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
  const lastPayment = useLastPaymentDue();
  if (
    progress.status === "loading" ||
    progress.load === "pending" ||
    achievements.status === "loading" ||
    attempts.status === "loading" ||
    known.status === "loading" ||
    certificate.status === "loading" ||
    !plan ||
    !lastPayment ||
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
  const { completedCount } = progress;
  const scores = [...progress.byLesson.values()].map((row) => row.quizScore);
  return (
    <div className={PAGE}>
      <WelcomeBanner percent={stats.percent} plan={plan} />
      <StatCards stats={stats} />
      <PlaceStrip places={LEARNING_PLACES} />
      <div className={COLUMNS}>
        <div className={COLUMN}>
          <MyCourseCard
            progress={{ completedCount, percent: stats.percent, begun: plan.begun }}
            lastPaymentDue={certificate.certificate ? null : lastPayment.value}
          />
          {/* It may appear late, so it is below the first window. */}
          <InstallInvitation completedCount={completedCount} />
          <PlanDetails plan={plan} attempts={attempts.byLesson} />
        </div>
        <div className={COLUMN}>
          <AchievementList
            earned={achievements.types}
            counts={{ lessons: completedCount, quizzes: quizMasterCount(scores) }}
          />
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
      <PlaceStrip places={LEARNING_PLACES} />
      <div className={COLUMNS}>
        <MyCourseCard progress={null} lastPaymentDue={null} />
        <div className={COLUMN}>
          <AchievementList earned={earned} counts={null} />
          <ThisDevice {...device} />
        </div>
        {access && <TierCard tier={access.tier} />}
        <RecommendedCard tier={access?.tier ?? null} />
      </div>
    </div>
  );
}

/**
 * Recommends what an owner of the course can still buy: a higher tier, or the course for a colleague. Its links are
 * fixed (spec §2), and quieter than the learner's next step.
 */
function RecommendedCard({ tier }: { tier: Tier | null }) {
  const next = TIERS[TIERS.indexOf(tier ?? "student") + 1];
  return (
    <Card as="section" aria-labelledby="recommended-title" className="flex flex-col gap-4">
      <div>
        <p className="eyebrow">Recommended</p>
        <h2 id="recommended-title">
          <span translate="no">{COURSE.title}</span>: {next ? TIER_PLANS[next].label : "for a colleague"}
        </h2>
      </div>
      <p>
        {next
          ? `You have this course already. This plan adds ${featuresOf(next)}, and you keep your progress.`
          : "Your plan includes everything. Each colleague enrols with their own email address."}
      </p>
      <div className="flex flex-wrap gap-3">
        <LinkButton to={paths.generalCheckout()} variant="secondary">
          Enroll Now
        </LinkButton>
        <LinkButton to={paths.catalogue()} variant="quiet">
          View All Courses
        </LinkButton>
      </div>
    </Card>
  );
}

/** What the tier adds to the one below it: the first feature stands for that tier. */
function featuresOf(tier: Tier): string {
  const [, ...added] = TIER_PLANS[tier].features.map((name) => name.charAt(0).toLowerCase() + name.slice(1));
  return new Intl.ListFormat("en-GB").format(added);
}
