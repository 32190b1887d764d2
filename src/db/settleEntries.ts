import type { OpId, UserId } from "../domain/ids.ts";
import { ranked } from "./joinEntry.ts";
import type { LearnerDb } from "./learnerDb.ts";
import { readPosition, writeMeta } from "./meta.ts";
import { unmirrorEntries } from "./mirror.ts";

/** Definite refusals after which an entry waits, visible, for a newer version of the app. */
const MAX_REFUSALS = 5;

export type Verdict =
  /** `writtenAt`: the time that the server ranks a write of the workbook or a note by. */
  | { opId: OpId; confirmed: true; writtenAt?: string }
  /** `retryAt` in ms since the epoch. */
  | { opId: OpId; confirmed: false; code: string; retryAt: number };

/** The server's word on some entries, and the epoch in which it was given. */
export type Verdicts = { epoch: string | null; verdicts: readonly Verdict[] };

/**
 * Removes exactly what the server confirmed and counts what it refused (offline rules 11 and 12). Refused entries
 * stay: pending until MAX_REFUSALS, then parked.
 *
 * A device whose clock runs ahead hears here by what time its write of a field or note ranks: the local copy must rank by
 * the same, or the two would go on to keep different texts.
 *
 * The first epoch ever heard of is kept in the same transaction: should the server forget what it confirms here
 * before the first pull, its new epoch must be seen to be a new one.
 */
export async function settleEntries(
  db: LearnerDb,
  userId: UserId,
  { epoch, verdicts }: Verdicts,
): Promise<void> {
  const confirmed = verdicts.filter((each) => each.confirmed).map((each) => each.opId);
  await db.transaction("rw", [db.outbox, db.meta, db.workbook, db.notes], async () => {
    const position = await readPosition(db);
    if (epoch !== null && position.epoch === null) await writeMeta(db, "position", { epoch, cursor: 0 });
    const work: PromiseLike<unknown>[] = [db.outbox.where("opId").anyOf(confirmed).delete()];
    for (const verdict of verdicts) {
      if (verdict.confirmed) {
        const { opId, writtenAt } = verdict;
        if (writtenAt) work.push(rank(db, opId, writtenAt));
        continue;
      }
      work.push(
        db.outbox
          .where("opId")
          .equals(verdict.opId)
          .modify((entry) => {
            entry.tries += 1;
            entry.error = verdict.code;
            entry.nextAt = verdict.retryAt;
            entry.sent = false;
            if (entry.tries >= MAX_REFUSALS) entry.state = "parked";
          }),
      );
    }
    await Promise.all(work);
  });
  unmirrorEntries(userId, confirmed);
}

async function rank(db: LearnerDb, opId: OpId, writtenAt: string): Promise<void> {
  const field = await db.workbook.where("opId").equals(opId).first();
  if (field) await db.workbook.put(ranked(field, writtenAt));
  else await db.notes.update(opId, { writtenAt });
}

/** Why an isolated entry waits: it was not refused, but it does not get through. */
export const NOT_THROUGH = "not_through";

/** Lets an entry wait that does not get through while others do. It is not held against it. */
export async function isolateEntry(db: LearnerDb, opId: OpId, retryAt: number): Promise<void> {
  await db.outbox
    .where("opId")
    .equals(opId)
    .modify((entry) => {
      entry.isolated = (entry.isolated ?? 0) + 1;
      entry.error = NOT_THROUGH;
      entry.nextAt = retryAt;
    });
}

/** Gives every parked entry a new chance: after an update of the app, a new enrolment, or by the learner's wish. */
export async function retryParked(db: LearnerDb): Promise<number> {
  return db.outbox
    .filter((entry) => entry.state === "parked")
    .modify({ state: "pending", tries: 0, nextAt: 0 });
}
