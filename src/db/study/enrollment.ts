import { useEffect, useState, useSyncExternalStore } from "react";
import { LOADING, type Loading, useLearner } from "../live.ts";
import type { LearnerDb } from "../store/learnerDb.ts";
import { readMeta, writeMeta } from "../store/meta.ts";
import type { Access } from "../store/rows.ts";
import { signalStore } from "../store/signals.ts";
import { type EnrollmentCheck, subscribeSyncStatus, syncStatus, UNTRIED } from "../store/syncStatus.ts";

/**
 * - `unknown`: this device has never received an answer, or no one is signed in.
 * - `checking`: the device has stored "not enrolled". That may be older than a purchase, so it is not used until the
 *   server has been asked.
 * - `notEnrolled`: the server has just said so.
 * - `notEnrolledOffline`: the device has stored "not enrolled" and there is no connection to ask. `asOf` is when the
 *   server said so (ISO time), or null if an earlier version stored no time.
 */
type Enrollment =
  | { status: "unknown" | "checking" | "enrolled" | "notEnrolled" }
  | { status: "notEnrolledOffline"; asOf: string | null };

/** An answer is reused for this long, so that several clicks in a row cause only one request. */
const FRESH_FOR_MS = 2_000;

/**
 * The learner's enrolment. A stored "enrolled" is trusted. Without it, the server is asked each time a screen that
 * depends on the enrolment is opened (`askForEnrollment`), however recent the last sync is.
 */
export function useEnrollment(): Enrollment {
  const found = useLearner("enrollment", readEnrollment, null, { what: "the enrolment", value: null });
  const { enrollmentCheck } = useSyncExternalStore(subscribeSyncStatus, syncStatus, syncStatus);
  const [openedAtMs] = useState(() => performance.now());
  const remembered = found?.value?.enrollment ?? null;
  const check = isFresh(enrollmentCheck, openedAtMs) ? enrollmentCheck : UNTRIED.enrollmentCheck;
  const isRefused = check.status === "answered" && check.enrollment === "notEnrolled";
  const mustAsk = found?.value != null && remembered !== "enrolled" && check.status !== "answered";
  useEffect(() => {
    if (mustAsk) askForEnrollment();
  }, [mustAsk]);

  if (remembered !== "notEnrolled") return { status: remembered ?? "unknown" };
  if (isRefused) return { status: "notEnrolled" };
  if (check.status === "noConnection")
    return { status: "notEnrolledOffline", asOf: found?.value?.answeredAt ?? null };
  return { status: "checking" };
}

/** Requests an enrolment check, unless one is already running or a failed one is about to be repeated. */
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

/**
 * The tier of the learner's access and the state of the order that determines it, as last received from the server.
 * Null if none is known.
 */
export function useAccess(): Loading | { status: "ready"; access: Access | null } {
  const access = useLearner("access", (db) => readMeta(db, "access"), null);
  if (!access) return LOADING;
  return { status: "ready", access: access.value === "none" ? null : access.value };
}

/**
 * Longer than any response takes. An answer that is older than the stored one by more than this comes from a server
 * whose clock was set back.
 */
const LONGEST_DELAY_MS = 60_000;

/** The server's explicit answer. Fields that it left out are null, and their stored values are kept. */
type EnrollmentAnswer = {
  enrollment: "enrolled" | "notEnrolled";
  access: Access | "none" | null;
  answeredAt: string | null;
};

/**
 * Stores the answer.
 * Returns the stored enrolment before and after.
 */
export async function keepEnrollment(
  db: LearnerDb,
  { enrollment, access, answeredAt }: EnrollmentAnswer,
): Promise<{ before: "enrolled" | "notEnrolled" | null; now: "enrolled" | "notEnrolled" }> {
  return db.transaction("rw", db.meta, async () => {
    const [before, last] = await Promise.all([
      readMeta(db, "enrollment"),
      readMeta(db, "enrollmentAnsweredAt"),
    ]);
    // Another tab asked later but received its answer sooner.
    const behindMs = last && answeredAt ? Date.parse(last) - Date.parse(answeredAt) : 0;
    if (before && behindMs > 0 && behindMs < LONGEST_DELAY_MS) return { before, now: before };
    if (before !== enrollment) await writeMeta(db, "enrollment", enrollment);
    if (access) await writeMeta(db, "access", access);
    if (answeredAt) await writeMeta(db, "enrollmentAnsweredAt", answeredAt);
    return { before, now: enrollment };
  });
}
