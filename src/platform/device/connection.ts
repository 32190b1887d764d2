import { useSyncExternalStore } from "react";

/** The part of the Network Information API (WICG) that we use. TypeScript's DOM library lacks it. */
type Connection = EventTarget & { saveData?: boolean; type?: string };

function connection(): Connection | null {
  if (typeof navigator === "undefined" || !("connection" in navigator)) return null;
  return navigator.connection as Connection; // Checked above, and all its members are optional.
}

/**
 * True if the browser reports a metered connection: the user asked it to save data, or the connection is mobile. Only
 * Chromium reports this; other browsers count as unmetered.
 */
export function isMetered(): boolean {
  const line = connection();
  return line?.saveData === true || line?.type === "cellular";
}

export function useMetered(): boolean {
  return useSyncExternalStore(subscribe, isMetered, () => false);
}

function subscribe(listener: () => void): () => void {
  const line = connection();
  line?.addEventListener("change", listener);
  return () => line?.removeEventListener("change", listener);
}
