import { useEffect, useState } from "react";
import { APP_READY, isAppWaiting } from "./appReady.ts";

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
