import { v7 } from "uuid";
import type { AttemptId, OpId } from "../domain/ids.ts";
import { clampClientTime } from "../domain/progress.ts";

/**
 * When a change was made and the ids it is known by. Taken once per act, so that a retry repeats the same change.
 * `opId(after)` is greater than that one, even if the clock was set back meanwhile.
 */
export type Stamp = { at: string; opId(after?: OpId): OpId; attemptId(): AttemptId };

export function newStamp(nowMs: number = Date.now()): Stamp {
  return {
    at: clampClientTime(new Date(nowMs).toISOString()),
    // A fresh UUIDv7 is an op id by definition.
    opId: (after) => v7(after && { msecs: Math.max(Date.now(), msecsOf(after) + 1) }) as OpId,
    attemptId: () => v7() as AttemptId, // as above
  };
}

/** `now`, or the moment after `before` where the clock was set back since. */
export function laterThan(before: string, now: string): string {
  return now > before ? now : new Date(Date.parse(before) + 1).toISOString();
}

/** A UUIDv7 begins with its time in 48 bits (RFC 9562, 5.7). */
function msecsOf(opId: OpId): number {
  return Number.parseInt(opId.slice(0, 8) + opId.slice(9, 13), 16);
}
