/**
 * Signals from the store to the sync, which the store does not import. This module must not import Dexie, because the
 * first paint of a public page may load it.
 * - `written`: a row is unsent.
 * - `lessonsWanted`: a page needs lessons.
 * - `identityStored`: a user has signed in.
 * - `enrollmentWanted`: a page is about to act on "not enrolled" and must first ask the server.
 * - `progressWanted`: a page needs the learner's progress, which this device has never received.
 */
export type StoreSignal =
  | "written"
  | "lessonsWanted"
  | "identityStored"
  | "enrollmentWanted"
  | "progressWanted";

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

/** True if this page has already sent the signal. A listener may subscribe after that. */
export function wasSignalled(signal: StoreSignal): boolean {
  return seen.has(signal);
}
