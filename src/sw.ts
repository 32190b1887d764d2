/// <reference lib="webworker" />
import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { clientRenderedBy } from "./app/worker/clientRendered.ts";
import { precacheKeeper } from "./app/worker/precache.ts";
import {
  pressReminder,
  renewReminders,
  type SubscriptionChange,
  showReminder,
} from "./app/worker/reminders.ts";
import { isPage } from "./db/store/keptAssets.ts";
import { isLessonId } from "./domain/ids.ts";
import { paths } from "./domain/paths.ts";
import { linkedName } from "./domain/text/linkedValue.ts";
import { lessonReply } from "./instant-lesson/lessonReply.ts";

declare const self: ServiceWorkerGlobalScope;
/**
 * Addresses of the pages that only the app can render, from the page table (vite.config.ts). If the worker imported the
 * table, every page would become part of it. A path segment that begins with ":" matches any value.
 */
declare const CLIENT_RENDERED_ADDRESSES: readonly string[];

type Visit = { url: URL; request: Request };

/** Addresses that are not pages of the app. `/auth` itself is a page; only `/auth/v1` belongs to the backend. */
const NOT_PAGES = [
  /^\/(auth\/v1|rest|functions|storage|_dev|healthz)(\/|$)/,
  // A missing file must be a 404 and never the shell: HTML must not be served in place of a script.
  /\/[^/]+\.[^/]+$/,
];
/** Files that the build leaves out of the precache (tools/site/pwa.ts). */
const KEPT = /^\/assets\/(kept-.*\.(js|bin)|.*(latin-ext|vietnamese).*\.woff2)$/;
/** If the document is slower than this, the cached shell is served: it shows the page sooner on a slow connection. */
const DOCUMENT_TIMEOUT_MS = 3_000;

/** The check of all files is delayed by this time, so that it does not slow down the start of the requested page. */
const CHECK_AFTER_MS = 3_000;

// Contains the shell and every route's code, but no API responses and no lessons, which are in IndexedDB. A missing
// file is served from the network until the repair has fetched it.
const precache = new PrecacheController({
  plugins: [
    {
      async cachedResponseWillBeUsed({ cachedResponse, event }) {
        if (!cachedResponse) (event as ExtendableEvent).waitUntil(keeper.repair()); // Workbox declares it as any event.
        return cachedResponse;
      },
    },
  ],
});
// The build adds the list (tools/site/pwa.ts). The PWA plugin lists the web manifest a second time, without a hash.
precache.addToCacheList(
  self.__WB_MANIFEST.filter((entry) => typeof entry !== "string" && entry.integrity !== undefined),
);
const keeper = precacheKeeper(
  precache.strategy.cacheName,
  [...precache.getURLsToCacheKeys()].map(([url, cacheKey]) => ({
    url,
    cacheKey,
    integrity: precache.getIntegrityForCacheKey(cacheKey),
  })),
);

let check: Promise<void> | undefined;
let hasStarted = false;
// This must precede the first `registerRoute`, with which Workbox adds its own listener: `respondWith` ends the event's
// dispatch, so a later listener never receives a request that a route answers (Service Workers, "respondWith").
self.addEventListener("fetch", (event) => {
  // On every navigation, and on the worker's first request, because browsers may stop it between a page and its parts.
  if (event.request.mode !== "navigate" && hasStarted) return;
  hasStarted = true;
  check ??= new Promise((resolve) => setTimeout(resolve, CHECK_AFTER_MS)).then(keeper.repair).finally(() => {
    check = undefined;
  });
  event.waitUntil(check);
});

registerRoute(new PrecacheRoute(precache, { cleanURLs: false }));
cleanupOutdatedCaches();

// Fails unless every file is stored and intact. The previous worker, if any, then stays active.
self.addEventListener("install", (event) => event.waitUntil(keeper.fill()));
self.addEventListener("activate", precache.activate);

// Large files that only some users need offline. The pages store them in the cache (db/store/keptAssets.ts).
registerRoute(
  ({ url, sameOrigin }: { url: URL; sameOrigin: boolean }) => sameOrigin && KEPT.test(url.pathname),
  async ({ request }: Visit) => {
    const kept = await caches.match(request.url, { ignoreVary: true });
    return kept && !isPage(kept) ? kept : fetch(request);
  },
);

const shell = precache.createHandlerBoundToURL("/app.html");
const playerShell = precache.createHandlerBoundToURL(`${paths.course()}.html`);
const playerPieces = precache.createHandlerBoundToURL(`${paths.course()}.json`);

registerRoute(
  ({ url, request }: Visit) => request.mode === "navigate" && url.pathname === paths.course(),
  async (visit) => {
    // A handler modifies its options, so each of the two gets a copy.
    const shell = playerShell({ ...visit }).then(unredirected);
    const lessonId = linkedName(visit.url.searchParams, "lesson") ?? "";
    if (!isLessonId(lessonId)) return shell;
    return lessonReply({ shell, pieces: playerPieces({ ...visit }), lessonId, visited: visit.url });
  },
);

const isClientRendered = clientRenderedBy(CLIENT_RENDERED_ADDRESSES);
registerRoute(
  ({ url, request }: Visit) => request.mode === "navigate" && isClientRendered(url.pathname),
  shell,
);

// Prerendered pages: as published, or the shell if the server cannot provide them.
registerRoute(
  ({ url, request }: Visit) =>
    request.mode === "navigate" && !NOT_PAGES.some((pattern) => pattern.test(url.pathname)),
  async (visit) => {
    const document = await documentInTime(visit.request);
    return document && document.status < 500 ? document : shell(visit);
  },
);

/** Browsers reject a redirected response to a navigation, and hosts redirect `/page.html` to `/page`. */
function unredirected(response: Response): Response {
  const { status, headers } = response;
  return response.redirected ? new Response(response.body, { status, headers }) : response;
}

async function documentInTime(request: Request): Promise<Response | null> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, DOCUMENT_TIMEOUT_MS, null));
  // Without a connection this resolves to null immediately, which also leads to the shell.
  return Promise.race([fetch(request).catch(() => null), late]);
}

// Background Sync (Chromium, WICG): the pages own the queue and the session, so the worker asks them to send. The event
// is missing from TypeScript's library.
self.addEventListener("sync", (event) => (event as ExtendableEvent).waitUntil(wakePages()));

async function wakePages(): Promise<void> {
  for (const page of await self.clients.matchAll({ type: "window" })) page.postMessage("academy-sync");
}

self.addEventListener("push", (event) => {
  const { maxActions = 0 } = Notification as { maxActions?: number }; // Chromium only.
  event.waitUntil(showReminder(self, event.data?.text(), maxActions));
});
self.addEventListener("notificationclick", (event) =>
  event.waitUntil(pressReminder(self, event.notification, event.action)),
);
self.addEventListener("pushsubscriptionchange", (event) => {
  const change = event as ExtendableEvent & SubscriptionChange;
  change.waitUntil(renewReminders(self, change));
});

// The learner decides when a new version takes over: the page asks, then sends this message. It fetches missing files
// again first, because days may have passed since the installation.
self.addEventListener("message", (event) => {
  if (event.data?.type === "SKIP_WAITING") event.waitUntil(keeper.fill().then(() => self.skipWaiting()));
});
