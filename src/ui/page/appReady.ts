import { useEffect, useLayoutEffect, useState } from "react";

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
function isAppWaiting(): boolean {
  return spinners > 0;
}

/** A page that is still waiting after this time may be waiting for what starts after it. */
const LONGEST_WAIT_MS = 5_000;

/**
 * False until the page has loaded and shows more than a spinner. Whatever is not needed to read the page waits for this,
 * because on a slow phone it would delay the page by as long as it takes.
 */
export function useAfterFirstPaint(): boolean {
  const [isPainted, setIsPainted] = useState(false);
  // First "load", then the frame that shows the page.
  useEffect(() => {
    const left = new AbortController();
    const options = { once: true, signal: left.signal };
    let frame = 0;
    let timer: number | undefined;
    const afterReady = () => {
      window.clearTimeout(timer);
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setIsPainted(true));
    };
    const afterLoad = () => {
      if (!isAppWaiting()) return afterReady();
      addEventListener(APP_READY, afterReady, options);
      timer = window.setTimeout(afterReady, LONGEST_WAIT_MS);
    };
    if (document.readyState === "complete") afterLoad();
    else addEventListener("load", afterLoad, options);
    return () => {
      left.abort();
      window.clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
  }, []);
  return isPainted;
}
