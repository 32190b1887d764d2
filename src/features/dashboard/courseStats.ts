import { hoursStudied, progressPercent, TOTAL_HOURS } from "../../entities/progress/progress.ts";

export type CourseStats = {
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
