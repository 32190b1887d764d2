/** The storage that this site uses and may use in this browser, in bytes, including lessons and the app. */
export type StorageUse = { usedBytes: number; allowedBytes: number; isProtected: boolean };

/** Null if the browser does not support the Storage API. */
export async function readStorageUse(): Promise<StorageUse | null> {
  const { usage, quota } = (await navigator.storage?.estimate?.()) ?? {};
  if (usage === undefined || quota === undefined) return null;
  const isProtected = (await navigator.storage.persisted?.()) ?? false;
  return { usedBytes: usage, allowedBytes: quota, isProtected };
}

/** Asks the browser not to evict this site's data when the device runs out of space. True if it agrees. */
export async function protectStorage(): Promise<boolean> {
  return (await navigator.storage?.persist?.()) ?? false;
}
