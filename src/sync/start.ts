import { readIdentityHint } from "../db/identityHint.ts";
import { onStoreSignal, type StoreSignal, wasSignalled } from "../db/signals.ts";
import { setSyncStatus } from "../db/syncStatus.ts";
import { loadCode } from "../platform/loadCode.ts";
import type { ContentWish } from "./contentRefresh.ts";
import type { Engine } from "./engine.ts";
import type { Urgency } from "./runner.ts";

/**
 * The doorstep of the sync. It is small enough for any page; the engine behind it, with the database and the
 * message schemas, is loaded when there is a learner or someone who has come to read.
 */
let loading: Promise<Engine> | undefined;
let engine: Engine | undefined;

function load(): Promise<Engine> {
  loading ??= loadCode(() => import("./engine.ts")).then(
    ({ startEngine }) => {
      // There is one already when the page was left and shown again meanwhile.
      engine ??= startEngine();
      return engine;
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

async function kick(urgency: Urgency, wish: ContentWish | null): Promise<void> {
  try {
    await (await load()).kick(urgency, wish);
  } catch (error) {
    noteNotLoaded(error);
  }
}

/** The chunk could not be fetched, offline or after a deploy. The queue is safe; the next trigger tries again. */
function noteNotLoaded(error: unknown): void {
  console.warn("The sync could not be loaded yet", error);
  setSyncStatus({
    enrollmentCheck: { status: "noConnection", atMs: performance.now() },
    progressLoadFailed: true,
  });
}

/**
 * Keeps data moving from now on: after each write, when the line or the page comes back, and by the service worker
 * where it can (offline rule 13). Call once, after the first paint. Returns how to stop.
 */
export function startSync(): () => void {
  const off = new AbortController();
  const options = { signal: off.signal };
  const wake = () => {
    if (readIdentityHint() || wasSignalled("lessonsWanted")) void kick("now", "ifStale");
  };
  const onSignal = (signal: StoreSignal) => {
    if (signal === "written") void askForBackgroundSync();
    if (engine) engine.onSignal(signal);
    else void load().catch(noteNotLoaded);
  };

  addEventListener("online", wake, options);
  addEventListener("pagehide", ({ persisted }) => persisted && rest(), options);
  addEventListener("pageshow", wake, options);
  addEventListener("storage", () => !engine && wake(), options);
  document.addEventListener(
    "visibilitychange",
    () => document.visibilityState === "visible" && wake(),
    options,
  );
  navigator.serviceWorker?.addEventListener("message", onWorkerMessage, options);
  const unsubscribe = onStoreSignal(onSignal);
  wake();

  return () => {
    off.abort();
    unsubscribe();
    rest();
  };
}

/** Also when the page is kept for Back: a frozen page must hold neither a lock nor a request that others wait for. */
function rest(): void {
  engine?.stop();
  engine = undefined;
  loading = undefined;
}

/** What the service worker says when the browser wakes it for us (Background Sync). */
const WORKER_SYNC_MESSAGE = "academy-sync";

function onWorkerMessage(event: MessageEvent): void {
  if (event.data === WORKER_SYNC_MESSAGE) void kick("now", null);
}

/** Chromium only, and a bonus: nothing relies on it (Background Sync, WICG). */
async function askForBackgroundSync(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration || !("sync" in registration)) return;
  // Not in TypeScript's DOM library; its shape is checked above and by the specification.
  const { sync } = registration as unknown as { sync: { register(tag: string): Promise<void> } };
  await sync.register(WORKER_SYNC_MESSAGE).catch((error: unknown) => {
    console.info("The browser will not wake the sync in the background", error);
  });
}

/**
 * A cycle now, enrolment and lessons included. Resolves when they are over, whatever came of them. `asked`: a person
 * asks for this very thing, so no wait of the queue or of the server holds it up.
 */
export function syncNow(_reason: string, urgency: "asked" | "now" = "now"): Promise<void> {
  return kick(urgency, "always");
}

/** True while a cycle runs in this tab: the update prompt waits for it. */
export function isSyncBusy(): boolean {
  return engine?.isBusy() ?? false;
}
