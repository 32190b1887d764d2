import type { LearnerDb } from "../db/learnerDb.ts";
import type { Stamp } from "../db/stamp.ts";
import type { Lack } from "../domain/failures.ts";
import type { UserId } from "../domain/ids.ts";
import type { TokenResult } from "../platform/userToken.ts";

/** Where the backend is. */
export type Backend = {
  supabaseUrl: string;
  publishableKey: string;
  fetch: typeof globalThis.fetch;
};

/** What moving one learner's data needs from the world. Tests bring their own. */
export type SyncPorts = Backend & {
  userId: UserId;
  db: LearnerDb;
  /** A valid token of this learner; `rejected` is one that the server has just turned down. */
  token(rejected?: string): Promise<TokenResult>;
  /** Ms since the epoch. */
  now(): number;
  /** In [0, 1). */
  random(): number;
  stamp(): Stamp;
  /** The server asks the session for something that only the learner can add. */
  onLack(lack: Lack): void;
  /** Calls back once after the delay; returns how to call it off. */
  after(delayMs: number, callback: () => void): () => void;
};

/** What a cycle is given by the runner that starts it. */
export type Run = {
  signal: AbortSignal;
  /** A person asked for this cycle: nothing in the queue waits any longer. */
  isAsked: boolean;
  /** Call on every sign of progress. The cycle may then be silent for `silentMs` before it counts as stalled. */
  onProgress(silentMs: number): void;
};

/** How long a server may take to answer a small request. */
export const SILENCE_MS = 20_000;

/** The browser's say over the device's room (Storage API). */
export type RoomPorts = {
  /** Free bytes, or null when the browser does not tell. */
  freeBytes(): Promise<number | null>;
};

/**
 * Nothing was decided, try again. `network`: no server answered. `server`: one answered, but failed or made no
 * sense. `busy`: it did not take the request now. `token`: no token that the server takes was to be had.
 * `session`: the session lacks what only the learner can add (a second factor, a password of their own).
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
