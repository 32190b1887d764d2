import { type LocalDay, studyDays, type ZoneChange } from "../../domain/study/studyDays.ts";
import { presentZone } from "../../domain/study/timeZones.ts";
import { plan } from "../../entities/plan/plan.ts";
import { studyDay } from "../../entities/studyDay/studyDay.ts";
import { LOADING, type Loading, useLearner } from "../live.ts";
import type { LearnerDb } from "../store/learnerDb.ts";
import { readMeta } from "../store/meta.ts";
import { commit } from "../synced/commit.ts";
import { readRow, readRows } from "../synced/readRows.ts";

export type StudyLog = {
  days: ReadonlySet<LocalDay>;
  zones: ZoneChange[];
  planStart: LocalDay | null;
  /** The day on which the course opened for the learner, according to the server. Null while that is unknown. */
  opened: LocalDay | null;
};

const NOTHING: StudyLog = { days: new Set(), zones: [], planStart: null, opened: null };

/** The learner's study days, by the local time where they were, their time zones, and the first day of their plan. */
export function useStudyLog(): Loading | ({ status: "ready" } & StudyLog) {
  const zone = presentZone();
  const found = useLearner<StudyLog | null>(`study:${zone}`, (db) => readStudyLog(db, zone), null);
  if (!found) return LOADING;
  return { status: "ready", ...(found.value ?? NOTHING) };
}

async function readStudyLog(db: LearnerDb, zone: string): Promise<StudyLog> {
  const [days, chosen, zones, studyStart] = await Promise.all([
    readRows(db, studyDay),
    readRow(db, plan, "start"),
    readMeta(db, "zones"),
    readMeta(db, "studyStart"),
  ]);
  const openedAt = studyStart && (studyStart.enrolledAt ?? studyStart.registeredAt);
  const [opened = null] = openedAt ? studyDays([openedAt], zones ?? [], zone) : [];
  return {
    days: new Set(days.map(({ day }) => day)),
    zones: zones ?? [],
    planStart: chosen?.firstDay ?? null,
    opened,
  };
}

/** Stores the first day of the learner's study plan. Resolves and rejects as `commit` does. */
export function choosePlanStart(firstDay: LocalDay): Promise<void> {
  return commit(null, (rows) => rows.put(plan, { name: "start", firstDay }));
}
