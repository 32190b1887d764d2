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
