/** Where the worker looks for parts of the site that are too large for everyone and needed offline by some. */
const KEPT_CACHE = "academy-kept";

/**
 * Keeps a file of this site on the device for use without a connection, in place of an earlier version of it. Free when
 * it is there already or the browser has just fetched it. Without Cache Storage nothing is kept.
 */
export async function keepAsset(address: string): Promise<void> {
  if (!("caches" in globalThis)) return;
  try {
    const cache = await caches.open(KEPT_CACHE);
    const kept = await cache.match(address);
    if (kept && !isPage(kept)) return;
    const response = await fetch(address, kept ? { cache: "reload" } : {});
    if (!response.ok || isPage(response)) throw new Error(`the response to ${address} is not the file`);
    await cache.put(address, response);
    const isEarlier = (url: string) => url !== address && withoutHash(url) === withoutHash(address);
    for (const { url } of await cache.keys()) if (isEarlier(url)) await cache.delete(url);
  } catch (error) {
    // The line broke, or the device is full: the next visit tries again.
    console.info("A part of the site could not be kept for use offline", error);
  }
}

/** A captive portal answers every address with a page of its own and status 200: none of our scripts and fonts is one. */
export function isPage(response: Response): boolean {
  return response.headers.get("content-type")?.includes("html") ?? false;
}

/** `/assets/kept-pdf-Dk3x9.js` and its later versions have this in common. */
function withoutHash(url: string): string {
  return url.replace(/-[\w-]{7,8}(\.\w+)$/, "$1");
}
