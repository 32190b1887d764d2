import { localStore } from "./localStore.ts";

/**
 * The server's time, as far as this device knows it. The device's own clock may be years off, so the difference is
 * remembered from the last prompt reply. It belongs to the device, not to a learner.
 */
const KEY = "academy-clock";

/** A reply that took longer says too little about the present time. */
const PROMPT_MS = 60_000;

let offsetMs: number | undefined;

/** Milliseconds since the Unix epoch. */
export function serverNow(nowMs: number = Date.now()): number {
  if (offsetMs === undefined) {
    const stored = Number(localStore()?.getItem(KEY));
    offsetMs = Number.isFinite(stored) ? stored : 0;
  }
  return nowMs + offsetMs;
}

/**
 * Remembers the server's time from a reply that has just arrived, if it is prompt: `tookMs` after the request, by a
 * clock that nobody sets. Returns whether it is.
 */
export function noteServerTime(timeMs: number, tookMs: number, nowMs: number = Date.now()): boolean {
  if (tookMs >= PROMPT_MS) return false;
  offsetMs = timeMs - nowMs;
  try {
    localStore()?.setItem(KEY, String(offsetMs));
  } catch (error) {
    // The next start of the app begins with the device's own clock.
    console.warn("There is no space for the server's time", error);
  }
  return true;
}
