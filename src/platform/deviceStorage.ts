/** What this site keeps in the browser, lessons, app and all, and how much it may keep. In bytes. */
export type StorageUse = { usedBytes: number; allowedBytes: number; isProtected: boolean };

/** Null where the browser does not tell (Storage API). */
export async function readStorageUse(): Promise<StorageUse | null> {
  const { usage, quota } = (await navigator.storage?.estimate?.()) ?? {};
  if (usage === undefined || quota === undefined) return null;
  const isProtected = (await navigator.storage.persisted?.()) ?? false;
  return { usedBytes: usage, allowedBytes: quota, isProtected };
}

/** Asks the browser not to clear this site's data by itself when the device runs full. True when it agrees. */
export async function protectStorage(): Promise<boolean> {
  return (await navigator.storage?.persist?.()) ?? false;
}
