import { replaceStored } from "../../db/store/keptAssets.ts";

/** A file of the site that is stored for offline use: its address, its key in the cache and its hash. */
export type PrecachedFile = { url: string; cacheKey: string; integrity: string | undefined };

/**
 * Keeps the worker's files intact. A captive portal answers every address with its own page and status 200, so a file is
 * valid only if its bytes have the hash that the build recorded. This is checked here rather than by `fetch`, because
 * files that an earlier worker stored must be checked as well.
 */
export function precacheKeeper(cacheName: string, files: readonly PrecachedFile[]) {
  let repairing: Promise<void> | undefined;

  /** Removes corrupt files and returns the files to fetch. Until then, requests for them go to the network. */
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

  /**
   * Throws at the first file that cannot be fetched. Files fetched before it stay in the cache, so the next attempt has
   * less to do.
   */
  async function fill(): Promise<void> {
    const cache = await caches.open(cacheName);
    for (const file of await missingFrom(cache)) await store(cache, file);
  }

  return {
    fill,
    /**
     * Like `fill`, for a worker that is already active: if a file cannot be fetched now, the next repair tries again.
     */
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
  // A captive portal's page may also be in the HTTP cache, which the second request bypasses.
  for (const mode of ["default", "reload"] as const) {
    const response = await fetch(file.url, { cache: mode, credentials: "same-origin" });
    if (!response.ok || !(await isSound(response.clone(), file))) continue;
    // A redirected response may not answer a navigation, but a copy of it may.
    const { headers } = response;
    const reply = response.redirected ? new Response(response.body, { headers }) : response;
    await replaceStored(cache, file.cacheKey, reply);
    return;
  }
  throw new Error(`${file.url} is not the file that this version was built with`);
}

/** Reads the response to its end. */
async function isSound(response: Response, { integrity }: PrecachedFile): Promise<boolean> {
  const digest = await crypto.subtle.digest("SHA-256", await response.arrayBuffer());
  return integrity === `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}
