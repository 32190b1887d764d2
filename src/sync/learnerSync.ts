import { type DownloadStatus, setDownloadStatus } from "../db/downloadStatus.ts";
import { msUntilDue } from "../db/dueEntries.ts";
import { noteStudy } from "../db/noteStudy.ts";
import { restoreFromMirror } from "../db/restore.ts";
import { isProgressKnown } from "../db/seenProgress.ts";
import { type EnrollmentCheck, type SyncPhase, setSyncStatus, syncStatus } from "../db/syncStatus.ts";
import { canKeepVideos } from "../db/videoFiles.ts";
import type { UserId } from "../domain/ids.ts";
import { isMetered } from "../platform/connection.ts";
import { asLearner } from "./asLearner.ts";
import { browserRoom, browserSyncPorts } from "./browserPorts.ts";
import { type ContentWish, createContentRefresh } from "./contentRefresh.ts";
import { newMemory, runCycle } from "./cycle.ts";
import { lacksLessons, learnerPlan } from "./downloadPlan.ts";
import { downloadReports } from "./downloadReports.ts";
import { installLessons } from "./installLessons.ts";
import { meetNewVersion } from "./newVersion.ts";
import { later, type Outcome, type SyncPorts } from "./ports.ts";
import { readCertificate } from "./readCertificate.ts";
import { type EnrollmentOutcome, readEnrollment } from "./readEnrollment.ts";
import { createRunner, type Urgency } from "./runner.ts";
import { underSyncLock } from "./syncLock.ts";
import { lessonsWithoutVideo, refreshVideos } from "./videoRefresh.ts";

const CONTENT_REQUEST_TIMEOUT_MS = 30_000;
/** The address of this very chunk changes with every build that changes the engine or anything it carries. */
const APP_VERSION = new URL(import.meta.url).pathname;

export type LearnerSync = {
  kick(urgency: Urgency, wish: ContentWish | null): Promise<void>;
  /** Has the server asked about the enrolment now, whenever that was done last. */
  checkEnrollment(): void;
  isBusy(): boolean;
  stop(): void;
};

/** Moves one learner's data until stopped: the queue and the pull by the runner, enrolment and lessons beside it. */
export function syncLearner(userId: UserId): LearnerSync {
  const ports = browserSyncPorts(userId);
  const memory = newMemory();
  const stopped = new AbortController();
  let prepared: Promise<void> | undefined;

  const timing = { now: () => performance.now(), random: ports.random, after: ports.after };
  const runner = createRunner({
    ...timing,
    async cycle(run) {
      prepared ??= prepare(ports);
      await prepared;
      await noteStudy(ports.db).catch((error: unknown) => {
        console.warn("The day of this work could not be noted", error);
      });
      // Some systems report no network while there is one. A person who asks is right until the server is silent too.
      if (!navigator.onLine && !run.isAsked) return later("network");
      return underSyncLock(userId, run.signal, () => runCycle(ports, run, memory));
    },
    msUntilDue: () => msUntilDue(ports.db, ports.now()),
    onOutcome: (outcome) => {
      // A first step that failed is taken again with the next cycle.
      if (outcome.status === "later") prepared = undefined;
      if (outcome.status === "done") void keepSessionFresh();
      void afterCycle(outcome);
      setSyncStatus({ phase: phaseOf(outcome) });
    },
  });

  const report = downloadReports((status) => {
    if (!stopped.signal.aborted) setDownloadStatus(status);
  });
  let areTextsHere = false;
  // On its own, because a video may take half an hour, and neither enrolment nor a text may wait for it.
  const videos = createContentRefresh({
    ...timing,
    refresh: () => refreshVideos(ports, stopped.signal, report.videos),
  });
  const content = createContentRefresh({
    ...timing,
    refresh: () =>
      refreshContent(ports, stopped.signal, report.texts, () => {
        areTextsHere = canKeepVideos();
        if (areTextsHere) void videos.want("now");
      }),
  });
  // On its own, because a page may wait for the answer, and lessons take their time.
  const enrollment = createContentRefresh({
    ...timing,
    refresh: () =>
      checkEnrollment(ports, stopped.signal, {
        // What may be read has changed since it was last looked at.
        onEnrolled: () => void content.want("always"),
        onRevived: () => void runner.kick("soon"),
      }),
  });

  async function afterCycle(outcome: Outcome | { status: "started" }): Promise<void> {
    if (outcome.status === "started") return;
    try {
      // The browser, or a write that found the device full, may have removed lessons since they were looked at.
      if (outcome.status === "done") await ((await lacksLessons(ports.db)) && content.want("now"));
      else if (!(await isProgressKnown(ports.db)) && !stopped.signal.aborted) noteFailedLoad(outcome);
    } catch (error) {
      console.warn("The lessons and the progress on this device could not be looked at", error);
    }
  }

  return {
    async kick(urgency, wish) {
      await Promise.all([runner.kick(urgency), wish && content.want(wish), wish && enrollment.want(wish)]);
      // Also where the texts were looked at just now: a video that broke off goes on as soon as the line is back.
      if (wish && areTextsHere) void videos.want("ifStale");
    },
    checkEnrollment: () => void enrollment.want("now"),
    isBusy: runner.isBusy,
    stop() {
      stopped.abort();
      runner.stop();
      content.stop();
      enrollment.stop();
      videos.stop();
      setDownloadStatus({ phase: "idle" });
    },
  };
}

async function prepare(ports: SyncPorts): Promise<void> {
  // Dexie opens a new connection by itself, but not one that the browser has closed.
  await ports.db.open();
  await restoreFromMirror(ports.db, ports.userId);
  await meetNewVersion(ports.db, APP_VERSION);
}

const requestSignal = (stopped: AbortSignal) =>
  AbortSignal.any([stopped, AbortSignal.timeout(CONTENT_REQUEST_TIMEOUT_MS)]);

/** Lessons and the certificate, not in the way of the queue. `onTextsHere`: every text before any video. */
async function refreshContent(
  ports: SyncPorts,
  stopped: AbortSignal,
  report: (status: DownloadStatus) => void,
  onTextsHere: () => void,
): Promise<Outcome> {
  if (!navigator.onLine) return later("network");
  const ask = (path: string) => asLearner(ports, path, { signal: requestSignal(stopped) });
  const plan = learnerPlan(ports.db, isMetered, report);
  try {
    const [lessons] = await Promise.all([
      installLessons(ports.db.lessons, ask, browserRoom, plan, (published) =>
        lessonsWithoutVideo(ports.db, published),
      ),
      readCertificate(ports, requestSignal(stopped)),
    ]);
    if (lessons.status === "done") onTextsHere();
    return lessons;
  } catch (error) {
    report({ phase: "failed", why: "noRoom" });
    console.warn("Lessons could not be kept on this device", error);
    return later("server");
  }
}

/** supabase-js renews the session near its end while the page is visible, once it is loaded (spec §4). */
async function keepSessionFresh(): Promise<void> {
  try {
    const { supabase } = await import("../platform/supabase.ts");
    supabase();
  } catch (error) {
    console.warn("The session will only be renewed when it is needed", error);
  }
}

async function checkEnrollment(
  ports: SyncPorts,
  stopped: AbortSignal,
  changes: Parameters<typeof readEnrollment>[2],
): Promise<Outcome> {
  const ask = async (): Promise<EnrollmentOutcome> => {
    if (!navigator.onLine) return later("network");
    try {
      return await readEnrollment(ports, requestSignal(stopped), changes);
    } catch (error) {
      console.warn("The answer about the enrolment could not be kept on this device", error);
      return later("server");
    }
  };
  const outcome = await ask();
  if (stopped.aborted) return outcome;
  setSyncStatus({ enrollmentCheck: checkOf(outcome) });
  // Spec §8: the line is logged to the letter. A learner who must sign in again, or confirm, is no failed check.
  if (outcome.status === "later" && outcome.why !== "session" && navigator.onLine)
    console.error("Error checking enrollment");
  return outcome;
}

function checkOf(outcome: EnrollmentOutcome): EnrollmentCheck {
  const atMs = performance.now();
  if (outcome.status === "done") return { status: "answered", enrollment: outcome.enrollment, atMs };
  const isCutOff = outcome.status === "later" && outcome.why === "network";
  return isCutOff ? { status: "noConnection", atMs } : { status: "failed" };
}

/** Spec §8: a progress load that fails is logged, once, and the loading ends. A missing connection is no failure. */
function noteFailedLoad(outcome: Outcome): void {
  if (syncStatus().progressLoadFailed) return;
  setSyncStatus({ progressLoadFailed: true });
  if (outcome.status === "later" && outcome.why !== "network" && outcome.why !== "session")
    console.error("Error loading progress");
}

function phaseOf(outcome: Outcome | { status: "started" }): SyncPhase {
  switch (outcome.status) {
    case "started":
      return navigator.onLine ? "syncing" : "offline";
    case "done":
      return "idle";
    case "later":
      return outcome.why === "network" ? "offline" : "error";
    case "signedOut":
      return "signedOut";
  }
}
