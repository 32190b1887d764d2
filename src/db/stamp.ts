import { v7 } from "uuid";
import type { AttemptId, OpId } from "../domain/ids.ts";
import { clampClientTime } from "../domain/progress.ts";

/** When a change was made and the ids it is known by. Taken once per act, so that a retry repeats the same change. */
export type Stamp = { at: string; opId(): OpId; attemptId(): AttemptId };

export function newStamp(nowMs: number = Date.now()): Stamp {
  return {
    at: clampClientTime(new Date(nowMs).toISOString()),
    opId: () => v7() as OpId, // a fresh UUIDv7 is an op id by definition
    attemptId: () => v7() as AttemptId, // as above
  };
}
