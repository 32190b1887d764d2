import { useEffect, useState, useSyncExternalStore } from "react";
import { notBeforeStart, type StudyStart } from "../domain/progress.ts";
import type { LearnerDb } from "./learnerDb.ts";
import { LOADING, type Loading, useLearner } from "./live.ts";
import { readMeta, writeMeta } from "./meta.ts";
import type { Access } from "./rows.ts";
import { signalStore } from "./signals.ts";
import { type EnrollmentCheck, subscribeSyncStatus, syncStatus, UNTRIED } from "./syncStatus.ts";

/**
 * - `unknown`: no answer has ever come to this device, or nobody is signed in.
 * - `checking`: the device remembers "not enrolled". That may be older than a purchase, so it counts for nothing until
 *   the server has been asked.
 * - `notEnrolled`: the server has just said so.
 * - `notEnrolledOffline`: the device remembers it and there is no connection to ask; `asOf` is when the server said
 *   it (ISO time), or null where an earlier version kept no time.
 */
type Enrollment =
  | { status: "unknown" | "checking" | "enrolled" | "notEnrolled" }
  | { status: "notEnrolledOffline"; asOf: string | null };

/** An answer this young is not asked for again: several clicks in a row make one request. */
const FRESH_FOR_MS = 2_000;

/**
 * The learner's enrolment. "Enrolled" is taken from the device at once. "Not enrolled" is asked about each time that
 * something which depends on it is opened (`askForEnrollment`), however recently the rest was synced.
 */
export function useEnrollment(): Enrollment {
  const found = useLearner("enrollment", readEnrollment, null);
  const { enrollmentCheck } = useSyncExternalStore(subscribeSyncStatus, syncStatus, syncStatus);
  const [openedAtMs] = useState(() => performance.now());
  const remembered = found?.value?.enrollment ?? null;
  const check = isFresh(enrollmentCheck, openedAtMs) ? enrollmentCheck : UNTRIED.enrollmentCheck;
  const isRefused = check.status === "answered" && check.enrollment === "notEnrolled";
  const mustAsk = found?.value != null && remembered !== "enrolled" && check.status !== "answered";
  // Synchronises with the server, by way of the sync, which may not have been started yet.
  useEffect(() => {
    if (mustAsk) askForEnrollment();
  }, [mustAsk]);

  if (remembered !== "notEnrolled") return { status: remembered ?? "unknown" };
  if (isRefused) return { status: "notEnrolled" };
  if (check.status === "noConnection")
    return { status: "notEnrolledOffline", asOf: found?.value?.answeredAt ?? null };
  return { status: "checking" };
}

/** Has the server asked now, unless it is being asked already or a failed check is about to be repeated. */
function askForEnrollment(): void {
  signalStore("enrollmentWanted");
}

function isFresh(check: EnrollmentCheck, openedAtMs: number): boolean {
  return "atMs" in check && check.atMs >= openedAtMs - FRESH_FOR_MS;
}

async function readEnrollment(db: LearnerDb) {
  const [enrollment, answeredAt] = await Promise.all([
    readMeta(db, "enrollment"),
    readMeta(db, "enrollmentAnsweredAt"),
  ]);
  return { enrollment, answeredAt };
}

/** The tier that the learner's purchase gives and whether it is in order, as the device last heard; else null. */
export function useAccess(): Loading | { status: "ready"; access: Access | null } {
  const access = useLearner("access", (db) => readMeta(db, "access"), null);
  if (!access) return LOADING;
  return { status: "ready", access: access.value === "none" ? null : access.value };
}

/** Longer than an answer can be on its way: one that is older by more than this was given by a server set back. */
const LONGEST_DELAY_MS = 60_000;

/** What the server said in words. Null for what it left out: that is kept as it was. */
type EnrollmentAnswer = {
  enrollment: "enrolled" | "notEnrolled";
  access: Access | "none" | null;
  answeredAt: string | null;
  studyStart: StudyStart | null;
};

/**
 * Keeps the answer on the device, and raises completions that this device dated before the learner can have studied.
 * Returns what it knew before, and what it knows now.
 */
export async function keepEnrollment(
  db: LearnerDb,
  { enrollment, access, answeredAt, studyStart }: EnrollmentAnswer,
): Promise<{ before: "enrolled" | "notEnrolled" | null; now: "enrolled" | "notEnrolled" }> {
  return db.transaction("rw", [db.meta, db.progress], async () => {
    const [before, last] = await Promise.all([
      readMeta(db, "enrollment"),
      readMeta(db, "enrollmentAnsweredAt"),
    ]);
    // Another tab has asked later and was answered sooner.
    const behindMs = last && answeredAt ? Date.parse(last) - Date.parse(answeredAt) : 0;
    if (before && behindMs > 0 && behindMs < LONGEST_DELAY_MS) return { before, now: before };
    if (before !== enrollment) await writeMeta(db, "enrollment", enrollment);
    if (access) await writeMeta(db, "access", access);
    if (answeredAt) await writeMeta(db, "enrollmentAnsweredAt", answeredAt);
    if (studyStart) {
      await writeMeta(db, "studyStart", studyStart);
      const rows = await db.progress.toArray();
      await db.progress.bulkPut(
        rows.flatMap((row) => {
          const raised = notBeforeStart(row, studyStart);
          return raised === row ? [] : [raised];
        }),
      );
    }
    return { before, now: enrollment };
  });
}
