import { v7 } from "uuid";
import type { AttemptId, OpId } from "../domain/ids.ts";

/** When a change was made, and its ids. Taken once for each change, so that a retry repeats the same change. */
export type Stamp = {
  /** ISO 8601 in UTC with milliseconds. */
  at: string;
  /** The id of the change's own op. */
  opId: OpId;
  /** The id of the change's own op, or a new one where that would not sort after `before` because the clock was set back. */
  opIdAfter(before: OpId): OpId;
  /** The id of a further op of the same change. */
  newOpId(): OpId;
  attemptId: AttemptId;
};

/**
 * The earliest time that a device may report. The database uses the same bound, so a device whose clock is years behind
 * ends up with the same rows as the server.
 */
export const EARLIEST_CLIENT_TIME = "2025-01-01T00:00:00.000Z";

export function clampClientTime(iso: string): string {
  return iso < EARLIEST_CLIENT_TIME ? EARLIEST_CLIENT_TIME : iso;
}

export function newStamp(nowMs: number = Date.now()): Stamp {
  return stampAt(clampClientTime(new Date(nowMs).toISOString()), v7() as AttemptId); // A UUIDv7 is a valid attempt id.
}

/**
 * The stamp for a retry of the same change. The ops have new ids, because another tab may have restored the copies of
 * the first attempt's ops from the mirror.
 */
export function stampOfRetry({ at, attemptId }: Stamp): Stamp {
  return stampAt(at, attemptId);
}

function stampAt(at: string, attemptId: AttemptId): Stamp {
  const newOpId = (msecs?: number) => v7(msecs === undefined ? undefined : { msecs }) as OpId; // A UUIDv7 is a valid op id.
  const opId = newOpId();
  return {
    at,
    opId,
    opIdAfter: (before) => (opId > before ? opId : newOpId(Math.max(Date.now(), msecsOf(before) + 1))),
    newOpId: () => newOpId(),
    attemptId,
  };
}

/** `now`, or one millisecond after `before` if the clock was set back since. */
export function laterThan(before: string, now: string): string {
  return now > before ? now : new Date(Date.parse(before) + 1).toISOString();
}

/** A UUIDv7 begins with its time in 48 bits (RFC 9562, 5.7). */
function msecsOf(opId: OpId): number {
  return Number.parseInt(opId.slice(0, 8) + opId.slice(9, 13), 16);
}
