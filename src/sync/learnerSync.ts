import { activeState, settledActive, subscribeActive } from "../db/store/active.ts";
import type { LearnerDb } from "../db/store/learnerDb.ts";
import { isProgressKnown, readMeta, writeMeta } from "../db/store/meta.ts";
import type { StoreSignal } from "../db/store/signals.ts";
import { type SyncPhase, setSyncStatus, syncStatus, UNTRIED } from "../db/store/syncStatus.ts";
import { noteZone } from "../db/study/noteZone.ts";
import { restoreFromMirror } from "../db/synced/mirror.ts";
import { msUntilDue, retryParked } from "../db/synced/queue.ts";
import type { UserId } from "../domain/ids.ts";
import { withLock } from "../platform/device/locks.ts";
import { beforeRequest } from "../platform/device/offlineHint.ts";
import { browserSyncPorts } from "./browserPorts.ts";
import type { RefreshMode } from "./contentRefresh.ts";
import { newMemory, runCycle } from "./exchange/cycle.ts";
import { createLearnerContent } from "./learnerContent.ts";
import { installPreview } from "./lessons/preview.ts";
import { later, type Outcome, type SyncPorts } from "./ports.ts";
import { createSchedule, type Urgency } from "./schedule.ts";

/** How long to wait for another tab's lock, because that tab may be frozen. Leaves 20 s of the cycle's timeout. */
const LOCK_WAIT_MS = 10_000;
/** This chunk's URL changes with every build that changes the sync or anything bundled with it. */
const APP_VERSION = new URL(import.meta.url).pathname;

/** Syncs the learner who is signed in on this device, or installs the free lesson for a visitor. */
export type ActiveSync = {
  kick(urgency: Urgency, refreshMode: RefreshMode | null): Promise<void>;
  onSignal(signal: StoreSignal): void;
  isBusy(): boolean;
  stop(): void;
};

/** The second of three layers: decides which user to sync for. */
export function syncActiveLearner(): ActiveSync {
  let current: { userId: UserId | null; learner: LearnerSync | null } | undefined;
  let isStopped = false;

  /** Switches to the active learner. The previous learner's cycle is aborted before the new learner's starts. */
  function follow(): void {
    const active = activeState();
    if (active.status === "loading" || isStopped) return;
    const userId = active.status === "signedIn" ? active.identity.userId : null;
    if (current?.userId === userId) return;
    current?.learner?.stop();
    setSyncStatus({ phase: userId ? "idle" : "signedOut", ...UNTRIED });
    current = { userId, learner: userId ? syncLearner(userId) : null };
    void kick("now", "always");
  }

  async function kick(urgency: Urgency, refreshMode: RefreshMode | null): Promise<void> {
    const active = await settledActive();
    // With a temporary password a learner can only change it (docs/decisions/0040). That change starts the sync again.
    const isClosed = active.status === "signedIn" && active.identity.mustChangePassword;
    if (isStopped || isClosed) return;
    if (current?.learner) await current.learner.kick(urgency, refreshMode);
    else if (refreshMode) await installPreview();
  }

  const unsubscribe = subscribeActive(follow);
  follow();
  return {
    kick,
    onSignal(signal) {
      // follow() sees no change if the same learner signs in again after a rejected session.
      if (signal === "identityStored") void kick("now", "now");
      if (signal === "enrollmentWanted") current?.learner?.checkEnrollment();
      if (signal === "written") void kick("soon", null);
      if (signal === "lessonsWanted" && current?.userId === null) void installPreview();
    },
    isBusy: () => current?.learner?.isBusy() ?? false,
    stop() {
      isStopped = true;
      unsubscribe();
      current?.learner?.stop();
    },
  };
}

export type LearnerSync = {
  kick(urgency: Urgency, refreshMode: RefreshMode | null): Promise<void>;
  /** Asks the server about the enrolment now, even if it was asked recently. */
  checkEnrollment(): void;
  isBusy(): boolean;
  stop(): void;
};

/** Syncs one learner until stopped: pull and push in cycles, enrolment and lessons in parallel. */
export function syncLearner(userId: UserId): LearnerSync {
  const ports = browserSyncPorts(userId);
  const memory = newMemory();
  const stopped = new AbortController();
  let prepared: Promise<boolean> | undefined;

  const timing = { now: () => performance.now(), random: ports.random, after: ports.after };
  const schedule = createSchedule({
    ...timing,
    async cycle(run) {
      prepared ??= prepare(ports);
      const isPrepared = await prepared;
      await noteZone(ports.db).catch((error: unknown) => {
        console.warn("The time zone could not be recorded", error);
      });
      const noteAnswer = beforeRequest();
      const outcome = await withSyncLock(userId, run.signal, () => runCycle(ports, run, memory));
      if (outcome.status === "done") noteAnswer();
      return outcome.status === "done" && !isPrepared ? later("busy") : outcome;
    },
    msUntilDue: () => msUntilDue(ports.db, ports.now()),
    onOutcome: (outcome) => {
      // The preparation may have failed too, so the next cycle repeats it.
      if (outcome.status === "later") prepared = undefined;
      if (outcome.status === "done") void keepSessionFresh();
      void afterCycle(outcome);
      setSyncStatus({ phase: phaseOf(outcome) });
    },
  });
  const content = createLearnerContent({
    ports,
    timing,
    stopped: stopped.signal,
    onRetriedParked: () => void schedule.kick("soon"),
  });

  async function afterCycle(outcome: Outcome | { status: "started" }): Promise<void> {
    if (outcome.status === "started") return;
    try {
      if (outcome.status === "done") await content.replaceMissing();
      else if (!(await isProgressKnown(ports.db)) && !stopped.signal.aborted) reportFailedLoad(outcome);
    } catch (error) {
      console.warn("The lessons and the progress could not be read", error);
    }
  }

  return {
    async kick(urgency, refreshMode) {
      await Promise.all([schedule.kick(urgency), refreshMode && content.refresh(refreshMode)]);
      if (refreshMode) content.resumeTokenizer();
    },
    checkEnrollment: content.checkEnrollment,
    isBusy: schedule.isBusy,
    stop() {
      stopped.abort();
      schedule.stop();
      content.stop();
    },
  };
}

/**
 * False if work could not be restored or made pending again. A full device can still send what it has stored, which frees
 * space. Copies stay in the mirror until they have been sent.
 */
async function prepare({ db, userId }: SyncPorts): Promise<boolean> {
  // Dexie opens new connections automatically but does not reopen one that the browser has closed.
  await db.open();
  try {
    await restoreFromMirror(db, userId);
    await retryAfterUpdate(db, APP_VERSION);
    return true;
  } catch (error) {
    console.warn("Unsent work could not be restored yet, perhaps because the device is full", error);
    return false;
  }
}

/**
 * Runs one cycle while no other tab runs one for the same learner (offline rule 10). The lock is released as soon as
 * `signal` is aborted, even if the work ignores it.
 */
function withSyncLock(userId: UserId, signal: AbortSignal, work: () => Promise<Outcome>): Promise<Outcome> {
  const aborted = () =>
    new Promise<Outcome>((resolve) => {
      if (signal.aborted) resolve(later("network"));
      signal.addEventListener("abort", () => resolve(later("network")), { once: true });
    });
  return withLock(`academy-sync-${userId}`, () => Promise.race([work(), aborted()]), {
    waitMs: LOCK_WAIT_MS,
    signal,
  });
}

/** Loads supabase-js, which renews a session that is about to expire while the page is visible (spec §4). */
async function keepSessionFresh(): Promise<void> {
  try {
    const { supabase } = await import("../platform/session/supabase.ts");
    supabase();
  } catch (error) {
    console.warn("supabase-js could not be loaded", error);
  }
}

/** Spec §8: a failed load of the progress is logged once and ends the loading. A missing connection is not logged. */
function reportFailedLoad(outcome: Outcome): void {
  if (syncStatus().progressLoadFailed) return;
  setSyncStatus({ progressLoadFailed: true });
  if (outcome.status === "later" && outcome.why !== "network" && outcome.why !== "session")
    console.error("Error loading progress");
}

function phaseOf(outcome: Outcome | { status: "started" }): SyncPhase {
  switch (outcome.status) {
    case "started":
      // Until an attempt has succeeded, the screens keep saying that there is no connection.
      return syncStatus().phase === "offline" ? "offline" : "syncing";
    case "done":
      return "idle";
    case "later":
      return outcome.why === "network" ? "offline" : "error";
    case "signedOut":
      return "signedOut";
  }
}

/** Runs once for each new version of the app: parked rows become pending again (offline rule 12). */
async function retryAfterUpdate(db: LearnerDb, version: string): Promise<void> {
  if ((await readMeta(db, "appVersion")) === version) return;
  await retryParked(db);
  await writeMeta(db, "appVersion", version);
}
