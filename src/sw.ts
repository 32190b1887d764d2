/// <reference lib="webworker" />
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { isDrawnByApp } from "./app/drawnByApp.ts";
import { lessonReply } from "./app/firstSight/lessonReply.ts";
import { rangeReply } from "./app/rangeReply.ts";
import { isLessonId } from "./domain/ids.ts";
import { paths } from "./domain/paths.ts";

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] };

type Visit = { url: URL; request: Request };

/** Addresses that are not pages of the app. `/auth` itself is one; only `/auth/v1` belongs to the backend. */
const NOT_PAGES = [
  /^\/(auth\/v1|rest|functions|storage|_dev|healthz)(\/|$)/,
  // A missing file is a 404 and never the shell: nothing must take HTML for a script.
  /\/[^/]+\.[^/]+$/,
];
/** Not in the precache, by its settings in vite.config.ts. */
const KEPT = /^\/assets\/(kept-.*\.js|.*latin-ext.*\.woff2)$/;
/** On a bad line the page's code, which is here already, shows it sooner than a document that may never come. */
const DOCUMENT_TIMEOUT_MS = 3_000;

// The shell and every route's code; never the API, never lessons (those live in IndexedDB).
precacheAndRoute(self.__WB_MANIFEST, { cleanURLs: false });
cleanupOutdatedCaches();

// Large parts that only some need offline: pages put them here (platform/keptAssets.ts), no other visit looks for them.
registerRoute(
  ({ url, sameOrigin }: { url: URL; sameOrigin: boolean }) => sameOrigin && KEPT.test(url.pathname),
  async ({ request }: Visit) => (await caches.match(request.url, { ignoreVary: true })) ?? fetch(request),
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

const shell = createHandlerBoundToURL("/app.html");
const playerShell = createHandlerBoundToURL(`${paths.course()}.html`);

registerRoute(
  ({ url, request }: Visit) => request.mode === "navigate" && url.pathname === paths.course(),
  async (visit) => {
    const shell = await playerShell(visit);
    const lessonId = visit.url.searchParams.get("lesson") ?? "";
    return isLessonId(lessonId) ? lessonReply(shell, lessonId, visit.url) : shell;
  },
);

registerRoute(({ url, request }: Visit) => request.mode === "navigate" && isDrawnByApp(url.pathname), shell);

// The pages that were rendered ahead: as published, with the shell where the server cannot give them.
registerRoute(
  ({ url, request }: Visit) =>
    request.mode === "navigate" && !NOT_PAGES.some((pattern) => pattern.test(url.pathname)),
  async (visit) => {
    const document = await documentInTime(visit.request);
    return document && document.status < 500 ? document : shell(visit);
  },
);

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

// The learner decides when a new version takes over: the page asks, then sends this.
self.addEventListener("message", (event) => {
  if (event.data?.type === "SKIP_WAITING") void self.skipWaiting();
});
