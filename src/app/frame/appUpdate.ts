import { Workbox } from "workbox-window";
import { isSiteDataBlocked } from "../../db/store/localStore.ts";
import { createStore } from "../../domain/store.ts";

/**
 * Registers the service worker once for the page and follows its versions. `waiting`: a newer version is installed and
 * waits to take over. `active`: another tab has accepted it, while this page still runs the code of the old one.
 */
export type AppUpdate = "none" | "waiting" | "active";

const CHECK_INTERVAL_MS = 60 * 60 * 1000;
/**
 * If the worker has not taken over after this time, the page reloads anyway. Before it takes over, the worker checks every
 * file (src/sw.ts), which takes several seconds on a slow phone. A page that reloads earlier offers the version again.
 */
const TAKEOVER_LIMIT_MS = 20_000;

const update = createStore<AppUpdate>("none");
let workbox: Workbox | undefined;
let registration: ServiceWorkerRegistration | undefined;
let isAccepted = false;

export function appUpdate(): AppUpdate {
  return update.get();
}

/** The first listener registers the worker. Do not call this during rendering, which React may repeat. */
export function subscribeToAppUpdate(listener: () => void): () => void {
  const unsubscribe = update.subscribe(listener);
  if (!workbox && !isSiteDataBlocked() && navigator.serviceWorker) {
    workbox = new Workbox("/sw.js");
    follow(workbox).catch((error: unknown) => console.warn("The offline copy could not be set up", error));
  }
  return unsubscribe;
}

/** Activates the newer version and reloads the page. */
export function acceptAppUpdate(reload = () => location.reload()): void {
  isAccepted = true;
  if (!workbox || appUpdate() !== "waiting" || !registration?.waiting) {
    reload();
    return;
  }
  const waited = setTimeout(finish, TAKEOVER_LIMIT_MS);
  workbox.addEventListener("controlling", takeOver);
  workbox.messageSkipWaiting();

  function takeOver(): void {
    const { controller } = navigator.serviceWorker;
    // WebKit does not finish the activation of a worker whose page reloads meanwhile.
    if (controller?.state === "activating")
      controller.addEventListener("statechange", finish, { once: true });
    else finish();
  }

  function finish(): void {
    clearTimeout(waited);
    workbox?.removeEventListener("controlling", takeOver);
    reload();
  }
}

async function follow(workbox: Workbox): Promise<void> {
  const firstController = navigator.serviceWorker.controller;
  registration = await workbox.register({ immediate: true });
  const refresh = () => {
    const { controller } = navigator.serviceWorker;
    // A first visit has no controller: the installed version is the one that the page already runs.
    if (!firstController || !controller || isAccepted) return;
    if (controller !== firstController) update.set("active");
    else update.set(registration?.waiting ? "waiting" : "none");
  };
  workbox.addEventListener("waiting", refresh);
  workbox.addEventListener("controlling", refresh);
  // Workbox does not follow a version that another tab had begun to install.
  registration?.installing?.addEventListener("statechange", refresh);
  addEventListener("pageshow", refresh);
  refresh();
  keepChecking(workbox, refresh);
}

/**
 * Checks for a new version every hour while the page is visible, and when it becomes visible again. Browsers check only
 * when a page is loaded, which is not enough for a page that stays open for days.
 */
function keepChecking(workbox: Workbox, refresh: () => void): void {
  let lastCheckAt = Date.now();
  const check = () => {
    // After one version from elsewhere, Workbox follows no other (it stops listening for `updatefound`).
    refresh();
    if (document.visibilityState === "hidden") return;
    if (Date.now() - lastCheckAt < CHECK_INTERVAL_MS) return;
    workbox.update().then(
      () => {
        lastCheckAt = Date.now();
      },
      (error: unknown) => console.info("The update check failed, perhaps without a connection", error),
    );
  };
  setInterval(check, CHECK_INTERVAL_MS / 4);
  document.addEventListener("visibilitychange", check);
}
