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
};

/** The browser's say over the device's room (Storage API). */
export type RoomPorts = {
  /** Free bytes, or null when the browser does not tell. */
  freeBytes(): Promise<number | null>;
};

/**
 * Nothing was decided, try again. `network`: no server answered. `server`: one answered, but failed or made no
 * sense. `busy`: it asked for patience, or for a better token.
 */
export type Later = { status: "later"; why: "network" | "server" | "busy"; retryAfterMs: number | null };
export type Outcome = { status: "done" } | Later | { status: "signedOut" };

export const DONE = { status: "done" } as const;
export const later = (why: Later["why"], retryAfterMs: number | null = null): Later => ({
  status: "later",
  why,
  retryAfterMs,
});
