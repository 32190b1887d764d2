/// <reference lib="webworker" />
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] };

/** Addresses that are not pages of the app. `/auth` itself is one; only `/auth/v1` belongs to the backend. */
const NOT_PAGES = [
  /^\/(auth\/v1|rest|functions|storage|_dev|healthz)(\/|$)/,
  // A missing file is a 404 and never the shell: nothing must take HTML for a script.
  /\/[^/?]+\.[^/?]+(\?|$)/,
];

// The shell and every route's code; never the API, never lessons (those live in IndexedDB).
precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();

registerRoute(new NavigationRoute(createHandlerBoundToURL("/index.html"), { denylist: NOT_PAGES }));

// Background Sync (Chromium, WICG): the pages hold outbox and session, so they are told to send. The event is
// missing from TypeScript's library.
self.addEventListener("sync", (event) => (event as ExtendableEvent).waitUntil(wakePages()));

async function wakePages(): Promise<void> {
  for (const page of await self.clients.matchAll({ type: "window" })) page.postMessage("academy-sync");
}

// The learner decides when a new version takes over: the page asks, then sends this.
self.addEventListener("message", (event) => {
  if (event.data?.type === "SKIP_WAITING") void self.skipWaiting();
});
