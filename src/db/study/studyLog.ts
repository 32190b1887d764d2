import { type LocalDay, studyDays, type ZoneChange } from "../../domain/study/studyDays.ts";
import { presentZone } from "../../domain/study/timeZones.ts";
import { LOADING, type Loading, useLearner } from "../live.ts";
import type { LearnerDb } from "../store/learnerDb.ts";
import { readMeta } from "../store/meta.ts";
import { writtenOver } from "./noteStudy.ts";

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
  const [progress, attempts, notes, capstones, over, noted, zones, planStart, studyStart] = await Promise.all(
    [
      db.progress.toArray(),
      db.attempts.toArray(),
      db.notes.toArray(),
      db.capstones.toArray(),
      writtenOver(db),
      readMeta(db, "studyDays"),
      readMeta(db, "zones"),
      readMeta(db, "planStart"),
      readMeta(db, "studyStart"),
    ],
  );
  const at = [
    ...progress.flatMap(({ completedAt }) => completedAt ?? []),
    ...attempts.map(({ takenAt }) => takenAt),
    ...notes.map(({ writtenAt }) => writtenAt),
    ...capstones.map(({ handedInAt }) => handedInAt),
    ...over,
  ];
  const days = new Set([...(noted ?? []), ...studyDays(at, zones ?? [], zone)]);
  const openedAt = studyStart && (studyStart.enrolledAt ?? studyStart.registeredAt);
  const [opened = null] = openedAt ? studyDays([openedAt], zones ?? [], zone) : [];
  return { days, zones: zones ?? [], planStart, opened };
}
