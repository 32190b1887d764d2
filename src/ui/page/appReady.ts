import { useLayoutEffect } from "react";

/**
 * Dispatched on `window` when the app shows more than a spinner. If an instant lesson is on screen, it listens for the
 * event, is replaced by the app and prevents the event's default action.
 */
export const APP_READY = "app-ready";

let spinners = 0;

/** Returns whether an instant lesson was on screen and has now been replaced by the app. */
export function announceAppReady(): boolean {
  return !window.dispatchEvent(new Event(APP_READY, { cancelable: true }));
}

/** Announces the app when it has rendered for the first time, unless a labelled spinner is all that a page shows. */
export function useAnnounceApp(): void {
  // The effects of spinners run before this one.
  useLayoutEffect(announceUnlessWaiting, []);
}

/** While a labelled spinner is on screen the app is waiting for something. */
export function useWaiting(isWaiting: boolean): void {
  useLayoutEffect(() => {
    if (!isWaiting) return;
    spinners += 1;
    return () => {
      spinners -= 1;
      // The same React commit may mount another spinner.
      queueMicrotask(announceUnlessWaiting);
    };
  }, [isWaiting]);
}

function announceUnlessWaiting(): void {
  if (!isAppWaiting()) announceAppReady();
}

/** True while a labelled spinner is on screen. */
export function isAppWaiting(): boolean {
  return spinners > 0;
}
