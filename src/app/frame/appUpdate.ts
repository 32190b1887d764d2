import { isSiteDataBlocked } from "../../db/store/localStore.ts";
import { createStore } from "../../domain/store.ts";

/**
 * Registers the service worker once for the page and follows its versions. `waiting`: a newer version is installed and
 * waits to take over. `active`: another tab has accepted it, while this page still runs the code of the old one.
 */
export type AppUpdate = "none" | "waiting" | "active";

const CHECK_INTERVAL_MS = 60 * 60 * 1000;
/**
 * If the worker has not taken over after this time, the page reloads anyway, and the worker may take over meanwhile.
 */
const TAKEOVER_LIMIT_MS = 4_000;

const update = createStore<AppUpdate>("none");
let registration: ServiceWorkerRegistration | undefined;
let isAccepted = false;
let isWatching = false;

export function appUpdate(): AppUpdate {
  return update.get();
}

/** The first listener registers the worker. Do not call this during rendering, which React may repeat. */
export function subscribeToAppUpdate(listener: () => void): () => void {
  const unsubscribe = update.subscribe(listener);
  if (!isWatching) {
    isWatching = true;
    watch().catch((error: unknown) => console.warn("The offline copy could not be set up", error));
  }
  return unsubscribe;
}

/** Activates the newer version and reloads the page. */
export function acceptAppUpdate(reload = () => location.reload()): void {
  isAccepted = true;
  if (appUpdate() !== "waiting" || !registration?.waiting) {
    reload();
    return;
  }
  const waited = setTimeout(takeOver, TAKEOVER_LIMIT_MS);
  navigator.serviceWorker.addEventListener("controllerchange", takeOver);
  registration.waiting.postMessage({ type: "SKIP_WAITING" });

  function takeOver(): void {
    clearTimeout(waited);
    navigator.serviceWorker.removeEventListener("controllerchange", takeOver);
    reload();
  }
}

async function watch(): Promise<void> {
  const container = navigator.serviceWorker;
  if (!container || isSiteDataBlocked()) return;
  const wasControlled = container.controller !== null;
  container.addEventListener("controllerchange", () => {
    if (wasControlled && !isAccepted) become("active");
  });
  const found = await container.register("/sw.js");
  registration = found;
  const look = () => {
    // A first visit has no controller: the installed version is the one that the page already runs.
    if (appUpdate() !== "active") become(container.controller && found.waiting ? "waiting" : "none");
  };
  found.addEventListener("updatefound", () => found.installing?.addEventListener("statechange", look));
  found.installing?.addEventListener("statechange", look);
  addEventListener("pageshow", look);
  look();
  keepChecking(found);
}

function become(next: AppUpdate): void {
  update.set(next);
}

/**
 * Checks for a new version every hour while the page is visible, and when it becomes visible again. Browsers check only
 * when a page is loaded, which is not enough for a page that stays open for days.
 */
function keepChecking(found: ServiceWorkerRegistration): void {
  let lastCheckAt = Date.now();
  const check = () => {
    if (document.visibilityState === "hidden" || !navigator.onLine) return;
    if (Date.now() - lastCheckAt < CHECK_INTERVAL_MS) return;
    lastCheckAt = Date.now();
    found.update().catch((error: unknown) => console.warn("The update check failed", error));
  };
  setInterval(check, CHECK_INTERVAL_MS / 4);
  document.addEventListener("visibilitychange", check);
}
