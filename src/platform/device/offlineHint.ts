import { useEffect, useState, useSyncExternalStore } from "react";
import { createStore } from "../../domain/store.ts";

// The only module that reads `navigator.onLine` (tools/checks/onLine.test.ts). What the browser reports is a hint: with a
// virtual network adapter and on some phones it is false although the network works, and where it is true there may be
// no network. So it may decide what a page mentions and how soon something is tried again, and never whether it is
// tried: a failed request says what happened.

/** True once a server has answered while the browser reported no connection. */
const isRefuted = createStore(false);

/** Whether the browser reports that there is no connection, and no answer from a server has refuted it. */
export function seemsOffline(): boolean {
  return !navigator.onLine && !isRefuted.get();
}

/**
 * Call this before a request is sent, and the returned function when the server has answered it. An answer to a request
 * that was sent before the connection was lost refutes nothing.
 */
export function beforeRequest(): () => void {
  const wasOffline = seemsOffline();
  return () => {
    if (!wasOffline || !seemsOffline()) return;
    isRefuted.set(true);
    // From then on, the browser's reports count again.
    addEventListener("online", () => isRefuted.set(false), { once: true });
  };
}

function subscribeToOfflineHint(listener: () => void): () => void {
  const unsubscribe = isRefuted.subscribe(listener);
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    unsubscribe();
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** Whether to mention that there may be no connection. Nothing is disabled or left out because of it. */
export function useSeemsOffline(): boolean {
  return useSyncExternalStore(subscribeToOfflineHint, seemsOffline, () => false);
}

/** How often a connection has returned since the component was mounted. An effect that depends on it loads again. */
export function useReconnections(): number {
  const [count, setCount] = useState(0);
  // The browser's report is not the only occasion to load again.
  useEffect(() => {
    const more = () => setCount((before) => before + 1);
    addEventListener("online", more);
    return () => removeEventListener("online", more);
  }, []);
  return count;
}
