import { useSyncExternalStore } from "react";

/** What we read of the Network Information API (WICG), which TypeScript's DOM library does not know. */
type Connection = EventTarget & { saveData?: boolean; type?: string };

function connection(): Connection | null {
  if (typeof navigator === "undefined" || !("connection" in navigator)) return null;
  return navigator.connection as Connection; // checked above; its members are read as optional
}

/**
 * True when the browser says that data costs: the person asked it to save data, or the line is a mobile one. Only
 * Chromium tells; elsewhere nothing is known and nothing is held back.
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
