import { Award, BookOpen, Clock, type LucideIcon, TrendingUp } from "lucide-react";
import { hoursStudied, progressPercent, TOTAL_HOURS } from "../../entities/progress/progress.ts";

type CourseStats = {
  percent: number;
  hoursStudied: number;
  totalHours: number;
  certificates: 0 | 1;
};

/**
 * The figures of the four stat cards (spec §4 and §9), calculated from the number of completed lessons. A revoked
 * certificate does not count.
 */
export function courseStats(completedLessons: number, isCertificateRevoked: boolean): CourseStats {
  const percent = progressPercent(completedLessons);
  return {
    percent,
    hoursStudied: hoursStudied(completedLessons),
    totalHours: TOTAL_HOURS,
    certificates: percent === 100 && !isCertificateRevoked ? 1 : 0,
  };
}

/** Everyone who sees this page is enrolled in the only course. */
const COURSES_ENROLLED = 1;

const UNKNOWN = "Not loaded yet";

/** The four figures of the dashboard (spec §2). `stats` is null while the progress is unknown. */
export function StatCards({ stats }: { stats: CourseStats | null }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-3 sm:gap-4">
      <Stat icon={BookOpen} label="Courses Enrolled" value={String(COURSES_ENROLLED)} />
      <Stat
        icon={Clock}
        label="Total Hours"
        value={stats ? `${stats.hoursStudied} of ${stats.totalHours}` : UNKNOWN}
      />
      <Stat icon={TrendingUp} label="Avg. Progress" value={stats ? `${stats.percent}%` : UNKNOWN} />
      <Stat icon={Award} label="Certificates" value={stats ? String(stats.certificates) : UNKNOWN} />
    </dl>
  );
}

function Stat({ icon: Icon, label, value }: { icon: LucideIcon; label: string; value: string }) {
  return (
    <div className="rounded-card border border-line bg-surface px-4 py-3 sm:p-5">
      <dt className="flex items-center gap-2 text-muted">
        <Icon aria-hidden="true" className="hidden size-5 shrink-0 sm:block" />
        {label}
      </dt>
      <dd className="font-display text-2xl sm:mt-1 sm:text-3xl">{value}</dd>
    </div>
  );
}
