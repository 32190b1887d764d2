/// <reference lib="webworker" />
/// <reference path="./app/virtual.d.ts" />
import { addresses } from "virtual:client-rendered";
import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { clientRenderedBy } from "./app/worker/clientRendered.ts";
import { isRuined, precacheKeeper } from "./app/worker/precache.ts";
import { rangeReply } from "./app/worker/rangeReply.ts";
import { isLessonId } from "./domain/ids.ts";
import { paths } from "./domain/paths.ts";
import { lessonReply } from "./instant-lesson/lessonReply.ts";
import { isPage } from "./platform/keptAssets.ts";

declare const self: ServiceWorkerGlobalScope;

type Visit = { url: URL; request: Request };

/** Addresses that are not pages of the app. `/auth` itself is one; only `/auth/v1` belongs to the backend. */
const NOT_PAGES = [
  /^\/(auth\/v1|rest|functions|storage|_dev|healthz)(\/|$)/,
  // A missing file is a 404 and never the shell: nothing must take HTML for a script.
  /\/[^/]+\.[^/]+$/,
];
/** Not in the precache, by its settings in vite.config.ts. */
const KEPT = /^\/assets\/(kept-.*\.js|.*(latin-ext|vietnamese).*\.woff2)$/;
/** On a bad line the page's code, which is here already, shows it sooner than a document that may never come. */
const DOCUMENT_TIMEOUT_MS = 3_000;

/** The check of all files comes after the page that was asked for, and takes nothing from its start. */
const CHECK_AFTER_MS = 3_000;

// The shell and every route's code; never the API, never lessons (those live in IndexedDB). A file that is missing
// comes from the network until the repair has fetched it.
const precache = new PrecacheController({
  plugins: [
    {
      async cachedResponseWillBeUsed({ cachedResponse, event }) {
        if (!cachedResponse) (event as ExtendableEvent).waitUntil(keeper.repair()); // workbox types it as any event
        return cachedResponse;
      },
    },
  ],
});
// The build adds the hashes (vite.config.ts); the PWA plugin lists the web manifest once more, without its hash.
const manifest = self.__WB_MANIFEST.filter(
  (entry) => typeof entry !== "string" && entry.integrity !== undefined,
);
precache.addToCacheList(manifest);
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
// Before the first `registerRoute`, with which Workbox starts to listen: `respondWith` ends the event's dispatch, so a
// listener that comes later never receives a request that a route answers (Service Workers, "respondWith").
self.addEventListener("fetch", (event) => {
  // With each visit; and with the first request of all, because a browser may end the worker between a page and its parts.
  if (event.request.mode !== "navigate" && hasStarted) return;
  hasStarted = true;
  check ??= new Promise((resolve) => setTimeout(resolve, CHECK_AFTER_MS)).then(keeper.repair).finally(() => {
    check = undefined;
  });
  event.waitUntil(check);
});

registerRoute(new PrecacheRoute(precache, { cleanURLs: false }));
cleanupOutdatedCaches();

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", precache.activate);

/** Fails unless every file is here and sound: the worker before this one, or none, goes on then. */
async function install(): Promise<void> {
  const isOldOneRuined = await isRuined(precache.strategy.cacheName);
  await keeper.fill();
  if (isOldOneRuined) await self.skipWaiting();
}

// Large parts that only some need offline: pages put them here (platform/keptAssets.ts), no other visit looks for them.
registerRoute(
  ({ url, sameOrigin }: { url: URL; sameOrigin: boolean }) => sameOrigin && KEPT.test(url.pathname),
  async ({ request }: Visit) => {
    const kept = await caches.match(request.url, { ignoreVary: true });
    return kept && !isPage(kept) ? kept : fetch(request);
  },
);

// A video that was downloaded is here whole, and is played from in ranges; any other comes from the network.
registerRoute(
  ({ url, sameOrigin }: { url: URL; sameOrigin: boolean }) =>
    sameOrigin && url.pathname.startsWith("/media/"),
  async ({ request }: Visit) => {
    const whole = await caches.match(request.url, { ignoreVary: true });
    return whole ? rangeReply(whole, request.headers.get("Range")) : fetch(request);
  },
);

const shell = precache.createHandlerBoundToURL("/app.html");
const playerShell = precache.createHandlerBoundToURL(`${paths.course()}.html`);
const playerPieces = precache.createHandlerBoundToURL(`${paths.course()}.json`);

registerRoute(
  ({ url, request }: Visit) => request.mode === "navigate" && url.pathname === paths.course(),
  async (visit) => {
    // A handler writes into the options that it is called with, so the two get one copy each.
    const shell = unredirected(await playerShell({ ...visit }));
    const lessonId = visit.url.searchParams.get("lesson") ?? "";
    if (!isLessonId(lessonId)) return shell;
    return lessonReply({ shell, pieces: playerPieces({ ...visit }), lessonId, visited: visit.url });
  },
);

const isClientRendered = clientRenderedBy(addresses);
registerRoute(
  ({ url, request }: Visit) => request.mode === "navigate" && isClientRendered(url.pathname),
  shell,
);

// The pages that were rendered ahead: as published, with the shell where the server cannot give them.
registerRoute(
  ({ url, request }: Visit) =>
    request.mode === "navigate" && !NOT_PAGES.some((pattern) => pattern.test(url.pathname)),
  async (visit) => {
    const document = await documentInTime(visit.request);
    return document && document.status < 500 ? document : shell(visit);
  },
);

/** A browser takes no redirected response for a navigation, and hosts redirect `/page.html` to `/page`. */
function unredirected(response: Response): Response {
  const { status, headers } = response;
  return response.redirected ? new Response(response.body, { status, headers }) : response;
}

async function documentInTime(request: Request): Promise<Response | null> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, DOCUMENT_TIMEOUT_MS, null));
  // Without a connection there is none, which is an answer too.
  return Promise.race([fetch(request).catch(() => null), late]);
}

// Background Sync (Chromium, WICG): the pages hold outbox and session, so they are told to send. The event is
// missing from TypeScript's library.
self.addEventListener("sync", (event) => (event as ExtendableEvent).waitUntil(wakePages()));

async function wakePages(): Promise<void> {
  for (const page of await self.clients.matchAll({ type: "window" })) page.postMessage("academy-sync");
}

// The learner decides when a new version takes over: the page asks, then sends this. Days may have passed since the
// files were fetched.
self.addEventListener("message", (event) => {
  if (event.data?.type === "SKIP_WAITING") event.waitUntil(keeper.fill().then(() => self.skipWaiting()));
});
