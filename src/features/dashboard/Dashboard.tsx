import { Check, CloudCheck, CloudOff, CloudUpload, HardDriveDownload } from "lucide-react";
import { useEffect } from "react";
import { useDownloads } from "../../db/lessons/useDownloads.ts";
import { useAchievements, useCourseProgress, useOutbox, useSyncStatus } from "../../db/live.ts";
import type { Access } from "../../db/store/rows.ts";
import { useAccess } from "../../db/study/enrollment.ts";
import { byteSize } from "../../domain/byteSize.ts";
import { COURSE, LESSON_MINUTES } from "../../domain/course/course.ts";
import { paths } from "../../domain/paths.ts";
import { TIER_PLANS, type Tier } from "../../domain/sales/plans.ts";
import { syncSentence } from "../../domain/syncSentence.ts";
import { type AchievementType, isQuizMaster } from "../../entities/achievement/achievement.ts";
import { useNow } from "../../platform/device/useNow.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Card } from "../../ui/Card.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { ThreadPattern } from "../../ui/pattern/ThreadPattern.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { AchievementList } from "./AchievementList.tsx";
import { courseStats } from "./courseStats.ts";
import { SyncButton } from "./EnrollmentWait.tsx";
import { InstallInvitation } from "./InstallInvitation.tsx";
import { MyCourseCard } from "./MyCourseCard.tsx";
import { PlanDetails } from "./PlanDetails.tsx";
import { QuizHistory } from "./QuizHistory.tsx";
import { ReviewList } from "./ReviewList.tsx";
import { StatCards } from "./StatCards.tsx";
import { TodayCard } from "./TodayCard.tsx";
import { useStudyPlan } from "./useStudyPlan.ts";

/** The enrolled learner's page. Its data is read only from the device. */
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
 * The dashboard on a device that has never received the learner's progress: shows what is known and no figures that
 * might be wrong. The plan, reviews and quiz history depend on the progress and are left out.
 */
function UnknownProgress({ access, earned }: UnknownProps) {
  // Synchronises with the log. Spec §8 requires exactly this text.
  useEffect(() => console.error("Error loading dashboard data"), []);
  return (
    <div className="page flex flex-col gap-8 py-8">
      <WelcomeBanner percent={null} />
      <Banner
        tone="highlight"
        title="Your progress has not loaded yet"
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

/** The header of My Learning. `percent` is null while the progress is unknown. */
function WelcomeBanner({ percent }: { percent: number | null }) {
  return (
    <header className="overflow-hidden rounded-card border border-line bg-surface">
      <ThreadPattern seed="my-learning" steps={24} className="h-16 w-full sm:h-20" />
      <div className="flex flex-col gap-2 p-5 sm:p-7">
        <p className="eyebrow">My Learning</p>
        <h1>Welcome to your course</h1>
        {percent !== null && <p className="max-w-prose">{greeting(percent)}</p>}
      </div>
    </header>
  );
}

function greeting(percent: number): string {
  if (percent >= 100) return `You have completed every lesson of ${COURSE.title}.`;
  if (percent === 0) return `${COURSE.title} is ready for you. ${LESSON_MINUTES} minutes a day is enough.`;
  return `You have completed ${percent}% of ${COURSE.title}.`;
}

/** Shows whether the learner's work is in the account or only on this device, and since when. */
function SyncLine() {
  const { phase, lastSuccessAt } = useSyncStatus();
  const outbox = useOutbox();
  const nowMs = useNow();
  if (!outbox) return <p className="min-h-6" />;
  const { pending, parked } = outbox;
  const isTrouble = phase === "offline" || phase === "error" || phase === "signedOut" || parked > 0;
  const Icon = isTrouble ? CloudOff : pending > 0 ? CloudUpload : CloudCheck;
  return (
    <p className="flex items-start gap-3">
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
      <span>{syncSentence({ phase, pending, parked, lastSuccessAt }, nowMs)}</span>
    </p>
  );
}

/** Shows how many lessons are on this device, with a link to the device page. */
function DeviceLine() {
  const downloads = useDownloads();
  const lessons = downloads.status === "ready" ? downloads.lessons : [];
  const here = lessons.filter(({ state }) => state === "here");
  const bytes = here.reduce((sum, lesson) => sum + lesson.bytes, 0);
  return (
    <p className="flex items-start gap-3">
      <HardDriveDownload aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
      <span>
        {lessons.length > 0 &&
          (here.length === lessons.length
            ? `The whole course is on this device (${byteSize(bytes)}). `
            : `${here.length} of ${lessons.length} lessons are on this device. `)}
        <TextLink to={paths.device()}>Downloads and sync</TextLink>
      </span>
    </p>
  );
}

/** Lists what the learner's tier includes beyond the lessons, and says whom to contact for it. */
function TierCard({ tier }: Pick<Access, "tier">) {
  const { label, features } = TIER_PLANS[tier];
  return (
    <Card as="section" aria-labelledby="tier-title" className="flex flex-col gap-4">
      <div>
        <p className="eyebrow">{label}</p>
        <h2 id="tier-title">Your plan includes</h2>
      </div>
      <ul className="flex flex-col gap-2">
        {features.map((feature) => (
          <li key={feature} className="flex items-start gap-3">
            <Check aria-hidden="true" className="mt-1 size-5 shrink-0 text-done" />
            {feature}
          </li>
        ))}
      </ul>
      <p>
        To use any of these, <TextLink to={paths.contact()}>write to us</TextLink>. Receipts and dates are
        under <TextLink to={paths.account()}>Your payments</TextLink>.
      </p>
    </Card>
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
        <h2 id="recommended-title">{COURSE.title}</h2>
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
