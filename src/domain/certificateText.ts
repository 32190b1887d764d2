import { COURSE, TOTAL_LESSONS } from "./course.ts";

/** What stands on every certificate, on screen and on paper. It says "completed", never "passed". */
export const CERTIFICATE_TEXT = {
  title: "Certificate of completion",
  sentence: "has completed the course",
  scan: "Scan to check",
  extent: `${COURSE.modules.length} modules, ${TOTAL_LESSONS} lessons`,
  modules: COURSE.modules.map((module) => module.title),
} as const;

const DAY = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** "21 November 2026" of an ISO time; the same day wherever it is read. */
export function certificateDay(iso: string): string {
  return DAY.format(new Date(iso));
}
