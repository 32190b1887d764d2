import { type DownloadStatus, setDownloadStatus } from "../db/downloadStatus.ts";
import { msUntilDue } from "../db/dueEntries.ts";
import { lessonStore } from "../db/lessonStore.ts";
import { noteStudy } from "../db/noteStudy.ts";
import { restoreFromMirror } from "../db/restore.ts";
import { type SyncPhase, setSyncStatus } from "../db/syncStatus.ts";
import { canKeepVideos } from "../db/videoFiles.ts";
import type { UserId } from "../domain/ids.ts";
import { isMetered } from "../platform/connection.ts";
import { asLearner } from "./asLearner.ts";
import { browserRoom, browserSyncPorts } from "./browserPorts.ts";
import { type ContentWish, createContentRefresh } from "./contentRefresh.ts";
import { newMemory, runCycle } from "./cycle.ts";
import { learnerPlan } from "./downloadPlan.ts";
import { downloadReports } from "./downloadReports.ts";
import { installLessons } from "./installLessons.ts";
import { meetNewVersion } from "./newVersion.ts";
import { later, type Outcome, type SyncPorts } from "./ports.ts";
import { readCertificate } from "./readCertificate.ts";
import { readEnrollment } from "./readEnrollment.ts";
import { createRunner, type Urgency } from "./runner.ts";
import { underSyncLock } from "./syncLock.ts";
import { lessonsWithoutVideo, refreshVideos } from "./videoRefresh.ts";

const CONTENT_REQUEST_TIMEOUT_MS = 30_000;
/** The address of this very chunk changes with every build that changes the engine or anything it carries. */
const APP_VERSION = new URL(import.meta.url).pathname;

export type LearnerSync = {
  kick(urgency: Urgency, wish: ContentWish | null): Promise<void>;
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
      refreshContent(ports, stopped.signal, {
        report: report.texts,
        onRevived: () => void runner.kick("soon"),
        onTextsHere: () => {
          areTextsHere = canKeepVideos();
          if (areTextsHere) void videos.want("always");
        },
      }),
  });

  return {
    async kick(urgency, wish) {
      await Promise.all([runner.kick(urgency), wish && content.want(wish)]);
      // Also where the texts were looked at just now: a video that broke off goes on as soon as the line is back.
      if (wish && areTextsHere) void videos.want("ifStale");
    },
    isBusy: runner.isBusy,
    stop() {
      stopped.abort();
      runner.stop();
      content.stop();
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

type Listeners = {
  report(status: DownloadStatus): void;
  onRevived(): void;
  /** Every text before any video: reading needs no more. */
  onTextsHere(): void;
};

/** Enrolment and lessons: not in the way of the queue, and each worth having without the other. */
async function refreshContent(
  ports: SyncPorts,
  stopped: AbortSignal,
  { report, onRevived, onTextsHere }: Listeners,
): Promise<Outcome> {
  if (!navigator.onLine) return later("network");
  const signal = () => AbortSignal.any([stopped, AbortSignal.timeout(CONTENT_REQUEST_TIMEOUT_MS)]);
  const ask = (path: string) => asLearner(ports, path, { signal: signal() });
  const plan = learnerPlan(ports.db, isMetered, report);
  try {
    const [enrollment, lessons] = await Promise.all([
      readEnrollment(ports, signal(), onRevived),
      installLessons(lessonStore(ports.userId), ask, browserRoom, plan, (published) =>
        lessonsWithoutVideo(ports.db, published),
      ),
      readCertificate(ports, signal()),
    ]);
    noteEnrollmentCheck(enrollment, stopped);
    if (lessons.status === "done") onTextsHere();
    return enrollment.status === "done" ? lessons : enrollment;
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

function noteEnrollmentCheck(outcome: Outcome, stopped: AbortSignal): void {
  if (stopped.aborted) return;
  const hasFailed = outcome.status !== "done";
  setSyncStatus({ enrollmentCheckFailed: hasFailed });
  // Spec §8: the line is logged to the letter. Someone who must sign in again is no failed check.
  if (outcome.status === "later" && navigator.onLine) console.error("Error checking enrollment");
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
