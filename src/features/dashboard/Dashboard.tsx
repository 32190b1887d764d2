import { Award, BookOpen, Clock, type LucideIcon, TrendingUp } from "lucide-react";
import { useEffect } from "react";
import { useAchievements, useCourseProgress } from "../../db/live.ts";
import { useAccess } from "../../db/study/enrollment.ts";
import { useOwnCertificate } from "../../db/study/ownCertificate.ts";
import { useAttempts } from "../../db/synced/attempts.ts";
import { LEARNING_PLACES } from "../../domain/learningPlaces.ts";
import { quizMasterCount } from "../../entities/achievement/achievement.ts";
import { hoursStudied, progressPercent, TOTAL_HOURS } from "../../entities/progress/progress.ts";
import { Banner } from "../../ui/Banner.tsx";
import { lazyPart } from "../../ui/page/lazyPart.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { PlaceStrip } from "../../ui/study/PlaceStrip.tsx";
import { AchievementList } from "./AchievementList.tsx";
import { SyncButton } from "./EnrollmentWait.tsx";
import { InstallInvitation } from "./InstallInvitation.tsx";
import { MyCourseCard, useLastPaymentDue } from "./MyCourseCard.tsx";
import { PlanDetails } from "./PlanDetails.tsx";
import { ThisDevice, useThisDevice } from "./ThisDevice.tsx";
import { RecommendedCard, TierCard } from "./TierCard.tsx";
import { useStudyPlan } from "./useStudyPlan.ts";
import { WelcomeBanner } from "./WelcomeBanner.tsx";

/** Apart, because the pictures of the labs would otherwise load with every page of a learner. */
const LabCards = lazyPart(() => import("./LabCards.tsx"), {
  fallback: <div className="min-h-64 lg:col-span-2" />,
});

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
  const { completedCount } = progress;
  const isKnown = progress.load === "done";
  const stats = isKnown ? courseStats(completedCount, certificate.isRevoked) : null;
  const scores = [...progress.byLesson.values()].map((row) => row.quizScore);
  return (
    <div className="page flex flex-col gap-6 py-4 sm:gap-8 sm:py-8 short:py-3">
      <WelcomeBanner percent={stats?.percent ?? null} plan={isKnown ? plan : null} />
      {!isKnown && <UnknownProgress />}
      <StatCards stats={stats} />
      <PlaceStrip places={LEARNING_PLACES} />
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-2">
        <div className={COLUMN}>
          <MyCourseCard
            progress={stats && { completedCount, percent: stats.percent, begun: plan.begun }}
            dueAt={certificate.certificate ? null : lastPayment.value}
          />
          {/* It may appear late, so it is below the first window. */}
          {isKnown && <InstallInvitation completedCount={completedCount} />}
          {isKnown && <PlanDetails plan={plan} attempts={attempts.byLesson} />}
        </div>
        <div className={COLUMN}>
          <AchievementList
            earned={achievements.types}
            counts={isKnown ? { lessons: completedCount, quizzes: quizMasterCount(scores) } : null}
          />
          <ThisDevice {...device} />
        </div>
        <LabCards />
        {known.access && <TierCard tier={known.access.tier} />}
        <RecommendedCard tier={known.access?.tier ?? null} />
      </div>
    </div>
  );
}

const COLUMN = "flex min-w-0 flex-col gap-8";

/**
 * Shown on a device that has never received the learner's progress. The page then shows what is known and no figures that
 * might be wrong, and leaves out the plan, reviews and quiz results, which depend on the progress.
 */
function UnknownProgress() {
  // Spec §8 requires exactly this text.
  useEffect(() => console.error("Error loading dashboard data"), []);
  return (
    <Banner
      tone="highlight"
      title="Your progress has not loaded yet"
      action={<SyncButton idle="Try again" busy="Loading…" />}
    >
      It could not be loaded from your account, where it is safe. We will keep trying, and you can study in
      the meantime.
    </Banner>
  );
}

type CourseStats = { percent: number; hours: string; certificates: 0 | 1 };

/** The figures of the four stat cards (spec §4 and §9). A revoked certificate does not count. */
function courseStats(completedLessons: number, isCertificateRevoked: boolean): CourseStats {
  const percent = progressPercent(completedLessons);
  return {
    percent,
    hours: `${hoursStudied(completedLessons)} of ${TOTAL_HOURS}`,
    certificates: percent === 100 && !isCertificateRevoked ? 1 : 0,
  };
}

/** The four figures of the dashboard (spec §2). `stats` is null while the progress is unknown. */
function StatCards({ stats }: { stats: CourseStats | null }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-3 sm:gap-4">
      {/* Everyone who sees this page is enrolled in the only course. */}
      <Stat icon={BookOpen} label="Courses Enrolled" value="1" />
      <Stat icon={Clock} label="Total Hours" value={stats?.hours} />
      <Stat icon={TrendingUp} label="Avg. Progress" value={stats && `${stats.percent}%`} />
      <Stat icon={Award} label="Certificates" value={stats && String(stats.certificates)} />
    </dl>
  );
}

function Stat({ icon: Icon, label, value }: { icon: LucideIcon; label: string; value?: string | null }) {
  return (
    <div className="rounded-card border border-line bg-surface px-4 py-3 sm:p-5">
      <dt className="flex items-center gap-2 text-muted">
        <Icon aria-hidden="true" className="hidden size-5 shrink-0 sm:block" />
        {label}
      </dt>
      <dd className="font-display text-2xl sm:mt-1 sm:text-3xl">{value ?? "Not loaded yet"}</dd>
    </div>
  );
}
