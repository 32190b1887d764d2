import { REVIEWS } from "../../domain/study/pacing.ts";
import { studyDays } from "../../domain/study/studyDays.ts";
import { isTimeZone, offsetZone, presentZone } from "../../domain/study/timeZones.ts";
import { isoOf } from "../../entities/stamp.ts";
import { workbookField } from "../../entities/workbookField/workbookField.ts";
import type { LearnerDb } from "../store/learnerDb.ts";
import { readMeta, writeMeta } from "../store/meta.ts";
import { readStamped } from "../synced/readRows.ts";

/**
 * The key of the ISO time at which a review set was last completed. It is stored with the lesson that the set comes
 * after.
 */
export const REVIEW_DONE_KEY = "review:done";

/**
 * Records what could not be reconstructed later: each change of the device's time zone, so that work done in the
 * evening keeps its local date, and the dates of work that is later overwritten, such as texts in the workbook.
 */
export async function noteStudy(
  db: LearnerDb,
  zone = presentZone(),
  at = new Date().toISOString(),
): Promise<void> {
  await db.transaction("rw", [db.meta, db.rows, db.remembered], async () => {
    const noted = (await readMeta(db, "zones")) ?? [];
    const known = noted.map((change) =>
      isTimeZone(change.zone) ? change : { ...change, zone: offsetZone(Date.parse(change.from)) },
    );
    const zones = known.at(-1)?.zone === zone ? known : [...known, { from: at, zone }];
    const isNews = zones.length > noted.length || zones.some((change, index) => change !== noted[index]);
    if (isNews) await writeMeta(db, "zones", zones);
    const days = (await readMeta(db, "studyDays")) ?? [];
    const news = [...studyDays(await writtenOver(db), zones, zone)].filter((day) => !days.includes(day));
    if (news.length > 0) await writeMeta(db, "studyDays", [...days, ...news]);
  });
}

/** The times of the kinds of work for which the device stores only the latest time. */
export async function writtenOver(db: LearnerDb): Promise<string[]> {
  const written = await readStamped(db, workbookField);
  const reviews = await db.remembered.bulkGet(REVIEWS.map(({ after }) => after));
  return [
    ...written.map(({ stamp }) => isoOf(stamp)),
    ...reviews.flatMap((row) => row?.byKey[REVIEW_DONE_KEY] ?? []),
  ];
}
