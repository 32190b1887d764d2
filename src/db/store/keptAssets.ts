/**
 * The service worker's cache for files that are too large to precache for everyone and that some users need offline.
 */
const KEPT_CACHE = "academy-kept";

/**
 * Stores a file of this site for offline use and removes its earlier version. Downloads nothing if the file is already
 * stored or in the browser's cache. Does nothing without Cache Storage.
 */
export async function keepAsset(address: string): Promise<void> {
  if (!("caches" in globalThis)) return;
  try {
    await storeAsset(address);
  } catch (error) {
    // Connection lost, or the device is full. The next visit tries again.
    console.info("A part of the site could not be stored for use offline", error);
  }
}

/** Like `keepAsset`, but rejects if the file could not be fetched or stored: QuotaExceededError on a full device. */
export async function storeAsset(address: string, signal: AbortSignal | null = null): Promise<void> {
  const cache = await caches.open(KEPT_CACHE);
  const kept = await cache.match(address);
  if (kept && !isPage(kept)) return;
  const response = await fetch(address, { signal, ...(kept ? { cache: "reload" } : {}) });
  if (!response.ok || isPage(response)) throw new Error(`the response to ${address} is not the file`);
  await replaceStored(cache, address, response);
  const mine = pathOf(address);
  const isEarlier = (path: string) => path !== mine && withoutHash(path) === withoutHash(mine);
  for (const { url } of await cache.keys()) if (isEarlier(pathOf(url))) await cache.delete(url);
}

/** The file as `storeAsset` stored it, if it is still there. */
export async function keptAsset(address: string): Promise<Response | undefined> {
  const kept = await (await caches.open(KEPT_CACHE)).match(address);
  return kept && !isPage(kept) ? kept : undefined;
}

export async function dropAsset(address: string): Promise<void> {
  await (await caches.open(KEPT_CACHE)).delete(address);
}

/**
 * A captive portal responds to every request with its own HTML page and status 200. Our scripts and fonts are never
 * HTML.
 */
export function isPage(response: Response): boolean {
  return response.headers.get("content-type")?.includes("html") ?? false;
}

/** The cache has whole addresses, the code often only paths. */
function pathOf(address: string): string {
  return new URL(address, "https://this.site").pathname;
}

/** The part that `/assets/kept-pdf-Dk3x9.js` and its later versions have in common. */
function withoutHash(url: string): string {
  return url.replace(/-[\w-]{7,8}(\.\w+)$/, "$1");
}

/**
 * Stores a response for offline use in place of an earlier one. `cache.put` alone is not enough in a private window of
 * WebKit: when the page or worker that used a cache ends, the responses are lost, but their addresses remain, and `put`
 * then succeeds without storing anything (WebKit 2.50, CacheStorageCache::putRecordsInStore).
 */
export async function replaceStored(cache: Cache, address: string, response: Response): Promise<void> {
  // Not a file that is there: if `put` fails, it stays.
  if (!(await cache.match(address))) await cache.delete(address);
  await cache.put(address, response);
}
