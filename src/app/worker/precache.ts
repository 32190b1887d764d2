import { isPage } from "../../platform/keptAssets.ts";

/** A file of the site that is kept for use offline: where it comes from, where it is kept, and its hash. */
export type PrecachedFile = { url: string; cacheKey: string; integrity: string | undefined };

/**
 * Keeps the worker's files whole. A captive portal answers every address with a page of its own and status 200, so a
 * file counts only when its bytes have the hash that the build wrote down. That is checked here and not left to `fetch`,
 * because files that an earlier worker stored must be checked as well.
 */
export function precacheKeeper(cacheName: string, files: readonly PrecachedFile[]) {
  let repairing: Promise<void> | undefined;

  /** Removes what is spoiled, and returns what has to be fetched. Meanwhile it comes from the network. */
  async function missingFrom(cache: Cache): Promise<PrecachedFile[]> {
    const missing: PrecachedFile[] = [];
    for (const file of files) {
      const stored = await cache.match(file.cacheKey);
      if (stored && (await isSound(stored, file))) continue;
      if (stored) await cache.delete(file.cacheKey);
      missing.push(file);
    }
    return missing;
  }

  /** Throws at the first file that cannot be had. What arrived before it stays, so the next try has less to do. */
  async function fill(): Promise<void> {
    const cache = await caches.open(cacheName);
    for (const file of await missingFrom(cache)) await store(cache, file);
  }

  return {
    fill,
    /** As `fill`, for a worker that is in use already: what cannot be had now is left to the next repair. */
    repair(): Promise<void> {
      repairing ??= fill()
        .catch((error: unknown) => console.warn("A file for use offline could not be fetched yet", error))
        .finally(() => {
          repairing = undefined;
        });
      return repairing;
    },
  };
}

async function store(cache: Cache, file: PrecachedFile): Promise<void> {
  // A portal's page may have got into the browser's own cache too; the second request passes that by.
  for (const mode of ["default", "reload"] as const) {
    const response = await fetch(file.url, { cache: mode, credentials: "same-origin" });
    if (!response.ok || !(await isSound(response.clone(), file))) continue;
    // A response that was redirected may not answer a navigation; its copy may.
    const { headers } = response;
    await cache.put(file.cacheKey, response.redirected ? new Response(response.body, { headers }) : response);
    return;
  }
  throw new Error(`${file.url} is not the file that this version was built with`);
}

/** Reads the response to its end. */
async function isSound(response: Response, { integrity }: PrecachedFile): Promise<boolean> {
  const digest = await crypto.subtle.digest("SHA-256", await response.arrayBuffer());
  return integrity === `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}

/**
 * True when a cache holds a page in the place of a file, or a document that is none of ours. Workers up to November 2026
 * stored whatever came with status 200, and then showed it at every address: no page of theirs can offer an update.
 */
export async function isRuined(cacheName: string): Promise<boolean> {
  const cache = await caches.open(cacheName);
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    const stored = await cache.match(request);
    if (!stored || !isPage(stored)) continue;
    if (!pathname.endsWith(".html") || !(await stored.text()).includes("/assets/")) return true;
  }
  return false;
}
