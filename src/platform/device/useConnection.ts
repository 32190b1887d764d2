import { useEffect, useState, useSyncExternalStore } from "react";
import { seemsOffline, subscribeToOfflineHint } from "./offlineHint.ts";

/** Whether to mention that there may be no connection. Nothing is disabled or left out because of it. */
export function useSeemsOffline(): boolean {
  return useSyncExternalStore(subscribeToOfflineHint, seemsOffline, () => false);
}

/** How often a connection has returned since the component was mounted. An effect that depends on it loads again. */
export function useReconnections(): number {
  const [count, setCount] = useState(0);
  // Synchronises with the browser's report, which is not the only occasion to load again.
  useEffect(() => {
    const more = () => setCount((before) => before + 1);
    addEventListener("online", more);
    return () => removeEventListener("online", more);
  }, []);
  return count;
}
