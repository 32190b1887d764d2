import { readIdentityHint } from "../db/store/identityHint.ts";
import { onStoreSignal, type StoreSignal, wasSignalled } from "../db/store/signals.ts";
import { setSyncStatus } from "../db/store/syncStatus.ts";
import { loadCode } from "../platform/loadCode.ts";
import type { RefreshMode } from "./contentRefresh.ts";
import type { ActiveSync } from "./learnerSync.ts";
import type { Urgency } from "./schedule.ts";

/**
 * The first of three layers: decides which events start a sync. It is small enough for any page. The next layer, with
 * the database and the message schemas, is loaded when a learner is signed in or anyone opens a lesson.
 *
 * `learnerSync.ts` decides which user to sync for and, with `schedule.ts`, when. `exchange/cycle.ts` decides what is
 * exchanged.
 */
let loading: Promise<ActiveSync> | undefined;
let active: ActiveSync | undefined;

function load(): Promise<ActiveSync> {
  loading ??= loadCode(() => import("./learnerSync.ts")).then(
    ({ syncActiveLearner }) => {
      // A sync exists already if the page was left and shown again in the meantime.
      active ??= syncActiveLearner();
      return active;
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

async function kick(urgency: Urgency, refreshMode: RefreshMode | null): Promise<void> {
  try {
    await (await load()).kick(urgency, refreshMode);
  } catch (error) {
    reportNotLoaded(error);
  }
}

/**
 * The chunk could not be fetched, because the device is offline or a deployment has replaced it. The queue is safe, and
 * the next trigger tries again.
 */
function reportNotLoaded(error: unknown): void {
  console.warn("The sync could not be loaded yet", error);
  setSyncStatus({
    enrollmentCheck: { status: "noConnection", atMs: performance.now() },
    progressLoadFailed: true,
  });
}

/**
 * Starts syncing: after each write, when the connection or the page comes back, and when the service worker asks for it
 * (offline rule 13). Call once, after the page is shown. Returns the function that stops it.
 */
export function startSync(): () => void {
  const off = new AbortController();
  const options = { signal: off.signal };
  const wake = () => {
    if (readIdentityHint() || wasSignalled("lessonsWanted")) void kick("now", "ifStale");
  };
  const onSignal = (signal: StoreSignal) => {
    if (signal === "written") void requestBackgroundSync();
    if (active) active.onSignal(signal);
    else void load().catch(reportNotLoaded);
  };

  addEventListener("online", wake, options);
  addEventListener("pagehide", ({ persisted }) => persisted && stopActive(), options);
  addEventListener("pageshow", wake, options);
  addEventListener("storage", () => !active && wake(), options);
  document.addEventListener(
    "visibilitychange",
    () => document.visibilityState === "visible" && wake(),
    options,
  );
  navigator.serviceWorker?.addEventListener("message", onWorkerMessage, options);
  const unsubscribe = onStoreSignal(onSignal);
  if (wasSignalled("written")) void requestBackgroundSync();
  wake();

  return () => {
    off.abort();
    unsubscribe();
    stopActive();
  };
}

/**
 * Also called when the page enters the back/forward cache: a frozen page must not hold a lock, or a request, for which
 * other pages are waiting.
 */
function stopActive(): void {
  active?.stop();
  active = undefined;
  loading = undefined;
}

/** The service worker's message when the browser starts it for Background Sync. */
const WORKER_SYNC_MESSAGE = "academy-sync";

function onWorkerMessage(event: MessageEvent): void {
  if (event.data === WORKER_SYNC_MESSAGE) void kick("now", null);
}

/** Only Chromium supports this, and nothing relies on it (Background Sync, WICG). */
async function requestBackgroundSync(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration || !("sync" in registration)) return;
  // TypeScript's DOM library lacks this. Its existence is checked above, and its shape is specified.
  const { sync } = registration as unknown as { sync: { register(tag: string): Promise<void> } };
  await sync.register(WORKER_SYNC_MESSAGE).catch((error: unknown) => {
    console.info("The browser does not offer background sync here", error);
  });
}

/**
 * Runs a cycle now, and checks enrolment and lessons. Resolves when that is over, with or without success. `asked`: the
 * learner pressed a button, so the cycle waits neither for the backoff nor for the server's Retry-After.
 */
export function syncNow(urgency: "asked" | "now" = "now"): Promise<void> {
  return kick(urgency, "always");
}

/** True while a cycle runs in this tab. The update prompt waits until it is over. */
export function isSyncBusy(): boolean {
  return active?.isBusy() ?? false;
}
