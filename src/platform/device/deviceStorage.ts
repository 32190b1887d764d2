import { useEffect, useState } from "react";
import { isSafariTab } from "./installPrompt.ts";

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

/**
 * True in a Safari tab whose data is not protected. Safari deletes what a site has stored after seven days of use without a
 * visit to it (WebKit, "Full Third-Party Cookie Blocking and More", 2020), but not the data of an installed app.
 */
export function useMayBeDeleted(): boolean {
  const [isProtected, setIsProtected] = useState(true);
  useEffect(() => {
    if (!isSafariTab()) return;
    let isGone = false;
    const answer = navigator.storage?.persisted?.() ?? Promise.resolve(false);
    answer.then(
      (found) => isGone || setIsProtected(found),
      (error: unknown) => {
        console.warn("The browser did not say whether the storage is protected", error);
        if (!isGone) setIsProtected(false);
      },
    );
    return () => {
      isGone = true;
    };
  }, []);
  return !isProtected;
}

/** Says what Safari may delete, with unsent work first. `unsent` counts changes and is null while unknown. */
export function deletionWarning(unsent: number | null): string {
  const rule =
    "In a tab, Safari may delete everything this site has stored after seven days without a visit.";
  if (!unsent) return `${rule} Work that has been sent to your account is safe.`;
  const changes = unsent === 1 ? "1 change is" : `${unsent} changes are`;
  return `${changes} only on this device and not in your account yet. Stay signed in and online until everything has been sent. ${rule}`;
}
