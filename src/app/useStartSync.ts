import { useEffect } from "react";
import { useAfterFirstPaint } from "./document/useAfterFirstPaint.ts";

let isStarted = false;

async function start(): Promise<void> {
  if (isStarted) return;
  isStarted = true;
  try {
    const { startSync } = await import("../sync/start.ts");
    startSync();
  } catch (error) {
    isStarted = false;
    console.error("The sync could not be started; it is tried again on the next page", error);
  }
}

/**
 * Starts the sync once per tab, after the first paint. It is never stopped again: work waiting to be sent does not
 * depend on which page is open.
 */
export function useStartSync(): void {
  const isPainted = useAfterFirstPaint();
  // Synchronises with the engine, which lives outside React.
  useEffect(() => {
    if (isPainted) void start();
  }, [isPainted]);
}
