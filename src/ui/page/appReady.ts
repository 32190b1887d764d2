import { useLayoutEffect } from "react";

/**
 * Dispatched on `window` when the app shows more than a spinner. What was on screen before the app listens for it,
 * makes way for the app and prevents the event's default action.
 */
export const APP_READY = "app-ready";

let spinners = 0;

/** Returns whether something was on screen before the app and has now made way. */
export function announceAppReady(): boolean {
  return !window.dispatchEvent(new Event(APP_READY, { cancelable: true }));
}

/** Announces the app when it has rendered for the first time, unless a labelled spinner is all that a page shows. */
export function useAnnounceApp(): void {
  // Synchronises with what is on screen beside the app. The effects of spinners run before this one.
  useLayoutEffect(announceUnlessWaiting, []);
}

/** While a labelled spinner is on screen the app is waiting for something. */
export function useWaiting(isWaiting: boolean): void {
  // Synchronises with what is on screen beside the app.
  useLayoutEffect(() => {
    if (!isWaiting) return;
    spinners += 1;
    return () => {
      spinners -= 1;
      // The same commit may mount another spinner.
      queueMicrotask(announceUnlessWaiting);
    };
  }, [isWaiting]);
}

function announceUnlessWaiting(): void {
  if (spinners === 0) announceAppReady();
}
