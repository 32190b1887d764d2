import { type LocalDay, studyDays, type ZoneChange } from "../../domain/study/studyDays.ts";
import { presentZone } from "../../domain/study/timeZones.ts";
import { attempt } from "../../entities/attempt/attempt.ts";
import { capstone } from "../../entities/capstone/capstone.ts";
import { note } from "../../entities/note/note.ts";
import { progress } from "../../entities/progress/progress.ts";
import { isoOf } from "../../entities/stamp.ts";
import { LOADING, type Loading, useLearner } from "../live.ts";
import type { LearnerDb } from "../store/learnerDb.ts";
import { readMeta } from "../store/meta.ts";
import { readRows, readStamped } from "../synced/readRows.ts";
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
  const [completions, attempts, notes, capstones, over, noted, zones, planStart, studyStart] = await Promise.all(
    [
      readRows(db, progress),
      readRows(db, attempt),
      readStamped(db, note),
      readRows(db, capstone),
      writtenOver(db),
      readMeta(db, "studyDays"),
      readMeta(db, "zones"),
      readMeta(db, "planStart"),
      readMeta(db, "studyStart"),
    ],
  );
  const at = [
    ...completions.flatMap(({ completedAt }) => completedAt ?? []),
    ...attempts.map(({ takenAt }) => takenAt),
    ...notes.map(({ stamp }) => isoOf(stamp)),
    ...capstones.map(({ handedInAt }) => handedInAt),
    ...over,
  ];
  const days = new Set([...(noted ?? []), ...studyDays(at, zones ?? [], zone)]);
  const openedAt = studyStart && (studyStart.enrolledAt ?? studyStart.registeredAt);
  const [opened = null] = openedAt ? studyDays([openedAt], zones ?? [], zone) : [];
  return { days, zones: zones ?? [], planStart, opened };
}
