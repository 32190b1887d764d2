// As workbox-background-sync 7 names them. Only the bench reads them.
const DATABASE = "workbox-background-sync";
const STORE = "requests";

/** How many requests wait in the queue of the service worker. */
export async function queuedRequests(): Promise<number> {
  // Opening a database that does not exist would create it without its stores.
  const databases = await indexedDB.databases();
  if (!databases.some(({ name }) => name === DATABASE)) return 0;
  const db = await result(indexedDB.open(DATABASE));
  try {
    if (!db.objectStoreNames.contains(STORE)) return 0;
    return await result(db.transaction(STORE).objectStore(STORE).count());
  } finally {
    db.close();
  }
}

function result<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
