import type { LearnerDb } from "../db/store/learnerDb.ts";
import type { ServerClock } from "../db/store/serverClock.ts";
import type { Lack } from "../domain/failures.ts";
import type { UserId } from "../domain/ids.ts";
import type { TokenResult } from "../platform/session/userToken.ts";

export type Backend = {
  supabaseUrl: string;
  publishableKey: string;
  fetch: typeof globalThis.fetch;
};

/** The external dependencies of syncing one learner. Tests pass their own. */
export type SyncPorts = Backend & {
  userId: UserId;
  db: LearnerDb;
  /** A valid token of this learner; `rejected` is one that the server has just rejected. */
  token(rejected?: string): Promise<TokenResult>;
  /** Unix time in ms. */
  now(): number;
  /** Milliseconds since some moment, by a clock that nobody sets. */
  elapsed(): number;
  serverClock: ServerClock;
  /** A random number in [0, 1). */
  random(): number;
  /** Called when the session lacks something that only the learner can add. */
  onLack(lack: Lack): void;
  /** Calls back once after the delay. Returns the function that cancels it. */
  after(delayMs: number, callback: () => void): () => void;
};

/** What the schedule passes to a cycle. */
export type Run = {
  signal: AbortSignal;
  /** True if the learner requested this cycle. It then also sends pending entries that are not due yet. */
  isAsked: boolean;
  /** Call on every sign of progress. The cycle may then be silent for `silentMs` before it counts as stalled. */
  onProgress(silentMs: number): void;
};

/** How long a server may take to answer a small request. */
export const SILENCE_MS = 20_000;

/** What the browser reports about the device's storage (Storage API). */
export type RoomPorts = {
  /** Free bytes, or null when the browser does not report them. */
  freeBytes(): Promise<number | null>;
};

/**
 * The server decided nothing, so try again. `network`: no server answered. `server`: a server answered with an error or
 * with something unreadable. `busy`: it does not accept the request now. `token`: no token that the server accepts was
 * available. `session`: the session lacks what only the learner can add (a second factor, a password of their own).
 */
export type Later = {
  status: "later";
  why: "network" | "server" | "busy" | "token" | "session";
  retryAfterMs: number | null;
};
export type Outcome = { status: "done" } | Later | { status: "signedOut" };

export const DONE = { status: "done" } as const;
export const later = (why: Later["why"], retryAfterMs: number | null = null): Later => ({
  status: "later",
  why,
  retryAfterMs,
});
