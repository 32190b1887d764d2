/**
 * What the store tells whoever moves data, without knowing them. Free of dexie on purpose: the first paint of a
 * public page may load this.
 * - `written`: something new waits to be sent.
 * - `lessonsWanted`: someone has come to read lessons.
 * - `identityStored`: someone has signed in.
 * - `enrollmentWanted`: a page is about to act on "not enrolled" and needs the server's answer first.
 */
export type StoreSignal = "written" | "lessonsWanted" | "identityStored" | "enrollmentWanted";

const listeners = new Set<(signal: StoreSignal) => void>();
const seen = new Set<StoreSignal>();

export function onStoreSignal(listener: (signal: StoreSignal) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function signalStore(signal: StoreSignal): void {
  seen.add(signal);
  for (const listener of listeners) listener(signal);
}

/** Whether this page has given the signal already: a listener may come late. */
export function wasSignalled(signal: StoreSignal): boolean {
  return seen.has(signal);
}
