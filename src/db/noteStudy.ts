import { REVIEWS } from "../domain/pacing.ts";
import { studyDays } from "../domain/studyDays.ts";
import type { LearnerDb } from "./learnerDb.ts";
import { readMeta, writeMeta } from "./meta.ts";

/** Beside the lesson that a review set comes after: when it was last revealed to its end, as an ISO time. */
export const REVIEW_DONE_KEY = "review:done";

/** The time zone that this device is in (IANA name). */
export function presentZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/**
 * Writes down what could not be told later: that the device has come to another time zone, so that an evening's work
 * stays on the day of that evening; and the days of what is written over, as the fields of the workbook are.
 */
export async function noteStudy(
  db: LearnerDb,
  zone = presentZone(),
  at = new Date().toISOString(),
): Promise<void> {
  await db.transaction("rw", [db.meta, db.workbook, db.remembered], async () => {
    const known = (await readMeta(db, "zones")) ?? [];
    const zones = known.at(-1)?.zone === zone ? known : [...known, { from: at, zone }];
    if (zones !== known) await writeMeta(db, "zones", zones);
    const days = (await readMeta(db, "studyDays")) ?? [];
    const news = [...studyDays(await writtenOver(db), zones, zone)].filter((day) => !days.includes(day));
    if (news.length > 0) await writeMeta(db, "studyDays", [...days, ...news]);
  });
}

/** When something was done of which only the last time is kept. */
export async function writtenOver(db: LearnerDb): Promise<string[]> {
  const written = await db.workbook.toArray();
  const reviews = await db.remembered.bulkGet(REVIEWS.map(({ after }) => after));
  return [
    ...written.map(({ writtenAt }) => writtenAt),
    ...reviews.flatMap((row) => row?.byKey[REVIEW_DONE_KEY] ?? []),
  ];
}
