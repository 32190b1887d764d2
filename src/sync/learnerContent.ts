import { canKeepTokenizer } from "../db/lessons/tokenizerFile.ts";
import {
  type DownloadStatus,
  type EnrollmentCheck,
  setDownloadStatus,
  setSyncStatus,
} from "../db/store/syncStatus.ts";
import { anySignal } from "../platform/anySignal.ts";
import { isMetered } from "../platform/device/connection.ts";
import { seemsOffline } from "../platform/device/offlineHint.ts";
import { readCertificate } from "./account/readCertificate.ts";
import { type EnrollmentOutcome, readEnrollment } from "./account/readEnrollment.ts";
import { browserRoom } from "./browserPorts.ts";
import { createContentRefresh, type RefreshMode } from "./contentRefresh.ts";
import { authenticatedRequest } from "./exchange/authenticatedRequest.ts";
import { lacksLessons, learnerPlan } from "./lessons/downloadPlan.ts";
import { downloadReports } from "./lessons/downloadReports.ts";
import { installLessons } from "./lessons/installLessons.ts";
import { missingTokenizer, refreshTokenizer } from "./lessons/installTokenizer.ts";
import { later, type Outcome, type SyncPorts } from "./ports.ts";

const CONTENT_REQUEST_TIMEOUT_MS = 30_000;

type ContentPorts = {
  ports: SyncPorts;
  timing: Pick<SyncPorts, "now" | "random" | "after">;
  stopped: AbortSignal;
  /** Called when parked entries have become due because the reason for their rejection may have passed. */
  onRetriedParked(): void;
};

/** Refreshes what a learner needs besides the synced data: enrolment, certificate, lessons and the tokenizer. */
export function createLearnerContent({ ports, timing, stopped, onRetriedParked }: ContentPorts) {
  const report = downloadReports((status) => {
    if (!stopped.aborted) setDownloadStatus(status);
  });
  let areLessonsHere = false;
  // A separate refresh, because the tokenizer is larger than all lessons together, and no lesson may wait for it.
  const tokenizer = createContentRefresh({
    ...timing,
    refresh: () => refreshTokenizer(ports.db, stopped, report.tokenizer),
  });
  const lessons = createContentRefresh({
    ...timing,
    refresh: () =>
      refreshLessons(ports, stopped, report.lessons, () => {
        areLessonsHere = canKeepTokenizer();
        if (areLessonsHere) void tokenizer.request("now");
      }),
  });
  // A separate refresh, because a page may be waiting for the answer, and lessons take longer.
  const enrollment = createContentRefresh({
    ...timing,
    refresh: () =>
      checkEnrollment(ports, stopped, {
        // The enrolment changes which lessons this learner may read, so the last list is out of date.
        onEnrolled: () => void lessons.request("always"),
        onRetriedParked,
      }),
  });

  return {
    async refresh(mode: RefreshMode): Promise<void> {
      await Promise.all([lessons.request(mode), enrollment.request(mode)]);
    },
    resumeTokenizer(): void {
      // Call this even if the lessons have just been checked: a failed download is repeated as soon as there is a
      // connection.
      if (areLessonsHere) void tokenizer.request("ifStale");
    },
    /** Reinstalls lessons that were removed by the browser or by a write on a full device. */
    async replaceMissing(): Promise<void> {
      if (await lacksLessons(ports.db)) await lessons.request("now");
    },
    checkEnrollment: () => void enrollment.request("now"),
    stop() {
      lessons.stop();
      enrollment.stop();
      tokenizer.stop();
      setDownloadStatus({ phase: "idle" });
    },
  };
}

const requestSignal = (stopped: AbortSignal) =>
  anySignal([stopped, AbortSignal.timeout(CONTENT_REQUEST_TIMEOUT_MS)]);

/** Refreshes lessons and the certificate. Calls `onLessonsHere` when the lessons are done: the tokenizer follows them. */
async function refreshLessons(
  ports: SyncPorts,
  stopped: AbortSignal,
  report: (status: DownloadStatus) => void,
  onLessonsHere: () => void,
): Promise<Outcome> {
  const read = (path: string) => authenticatedRequest(ports, path, { signal: requestSignal(stopped) });
  const plan = learnerPlan(ports.db, isMetered, report);
  try {
    const [installed] = await Promise.all([
      installLessons(ports.db.lessons, read, browserRoom, plan, (published) =>
        missingTokenizer(ports.db, published),
      ),
      readCertificate(ports, requestSignal(stopped)),
    ]);
    if (installed.status === "done") onLessonsHere();
    return installed;
  } catch (error) {
    report({ phase: "failed", why: "noRoom" });
    console.warn("Lessons could not be stored on this device", error);
    return later("server");
  }
}

async function checkEnrollment(
  ports: SyncPorts,
  stopped: AbortSignal,
  changes: Parameters<typeof readEnrollment>[2],
): Promise<Outcome> {
  const read = async (): Promise<EnrollmentOutcome> => {
    try {
      return await readEnrollment(ports, requestSignal(stopped), changes);
    } catch (error) {
      console.warn("The enrolment could not be stored", error);
      return later("server");
    }
  };
  const wasOffline = seemsOffline();
  const outcome = await read();
  if (stopped.aborted) return outcome;
  setSyncStatus({ enrollmentCheck: checkOf(outcome) });
  // Spec §8 requires this message. It is not logged if the learner must sign in again or complete the sign-in, nor if there
  // is no connection and the browser reported that, before or after: the connection may return while a request is failing.
  const isExpected =
    outcome.status === "later" && outcome.why === "network" && (wasOffline || seemsOffline());
  if (outcome.status === "later" && outcome.why !== "session" && !isExpected)
    console.error("Error checking enrollment");
  return outcome;
}

function checkOf(outcome: EnrollmentOutcome): EnrollmentCheck {
  const atMs = performance.now();
  if (outcome.status === "done") return { status: "answered", enrollment: outcome.enrollment, atMs };
  const isCutOff = outcome.status === "later" && outcome.why === "network";
  return isCutOff ? { status: "noConnection", atMs } : { status: "failed" };
}
