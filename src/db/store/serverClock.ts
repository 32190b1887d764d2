import { localStore } from "./localStore.ts";

/**
 * The server's time, as far as this device knows it. The device's own clock may be years off, so the difference is
 * remembered from the last prompt reply. It belongs to the device, not to a learner.
 */
export type ServerClock = {
  /** Milliseconds since the Unix epoch. */
  now(deviceMs?: number): number;
  /**
   * Takes the time and the limit of stamps from a reply that has just arrived, `tookMs` after its request. Returns false if
   * the reply says too little about the present: it took too long, or a later reply came before it.
   */
  note(reply: { time: number; limit: number }, tookMs: number): boolean;
  /** The latest stamp that the server accepts now, in ms. Infinity before it has said so to this page. */
  limit(): number;
};

const KEY = "academy-clock";
/** A reply that took longer says too little about the present. */
export const PROMPT_MS = 60_000;

/** `elapsed` is a clock that nobody sets. */
export function makeServerClock(
  { now, elapsed }: { now(): number; elapsed(): number },
  store: () => Pick<Storage, "getItem" | "setItem"> | null,
): ServerClock {
  let told: { limit: number; at: number } | null = null;
  /** What could not be stored. */
  let known = { offset: 0, time: 0 };
  // Read each time, because another tab may have had a later reply.
  const latest = (): { offset: number; time: number } => {
    const [offset = 0, time = 0] = (store()?.getItem(KEY) ?? "").split(" ").map(Number);
    return Number.isFinite(offset + time) && time > known.time ? { offset, time } : known;
  };
  return {
    now(deviceMs = now()) {
      const { offset, time } = latest();
      // The clock may have been set back since.
      return Math.max(deviceMs + offset, time);
    },
    note({ time, limit }, tookMs) {
      const last = latest().time;
      // A reply that is more than a minute behind an earlier one is of a server whose clock was set back.
      if (tookMs >= PROMPT_MS || (time < last && time > last - PROMPT_MS)) return false;
      told = { limit, at: elapsed() };
      const offset = time - now();
      known = { offset, time };
      try {
        const kept = store();
        kept?.setItem(KEY, `${offset} ${time}`);
        if (kept) known = { offset: 0, time: 0 };
      } catch (error) {
        // The next start of the app begins with the device's own clock.
        console.warn("There is no space for the server's time", error);
      }
      return true;
    },
    limit: () => (told ? told.limit + elapsed() - told.at : Number.POSITIVE_INFINITY),
  };
}

export const serverClock = makeServerClock(
  { now: () => Date.now(), elapsed: () => performance.now() },
  localStore,
);

/** Milliseconds since the Unix epoch. */
export const serverNow = serverClock.now;
