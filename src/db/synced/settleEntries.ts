import type { OpId, UserId } from "../../domain/ids.ts";
import { ALL_ENTITIES } from "../../entities/registry.ts";
import type { LearnerDb } from "../store/learnerDb.ts";
import { readPosition, writeMeta } from "../store/meta.ts";
import { unmirrorEntries } from "./mirror.ts";

/**
 * The number of definite rejections after which an entry is parked: it stays visible and waits for a newer version of
 * the app.
 */
const MAX_REFUSALS = 5;

export type Verdict =
  /** `writtenAt`: the time by which the server ranks a workbook text, a note or a place. */
  | { opId: OpId; confirmed: true; writtenAt?: string }
  /** `retryAt` is in ms since the Unix epoch. */
  | { opId: OpId; confirmed: false; code: string; retryAt: number };

/** The server's verdicts on some entries, and the epoch in which it gave them. */
export type Verdicts = { epoch: string | null; verdicts: readonly Verdict[] };

/**
 * Removes exactly the entries that the server confirmed, and counts rejections (offline rules 11 and 12). Rejected
 * entries stay: pending until MAX_REFUSALS, then parked.
 *
 * If a device's clock runs ahead, the server ranks its texts, notes and places by an earlier time than the device did.
 * The local copy takes that time; otherwise device and server would keep different ones.
 *
 * The first epoch that the device receives is stored in the same transaction. If the server loses these confirmed
 * changes before the first pull, the device must recognise that the epoch of that pull is a new one.
 */
export async function settleEntries(
  db: LearnerDb,
  userId: UserId,
  { epoch, verdicts }: Verdicts,
): Promise<void> {
  const confirmed = verdicts.filter((each) => each.confirmed).map((each) => each.opId);
  await db.transaction(
    "rw",
    [db.outbox, db.meta, ...RANKED.map(({ store }) => db.table(store))],
    async () => {
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
    },
  );
  unmirrorEntries(userId, confirmed);
}

const RANKED = ALL_ENTITIES.filter(({ ranked }) => ranked);

async function rank(db: LearnerDb, opId: OpId, writtenAt: string): Promise<void> {
  for (const { store, ranked } of RANKED) {
    const row: unknown = await db.table(store).where("opId").equals(opId).first();
    if (row !== undefined) await db.table(store).put(ranked?.(row, writtenAt));
  }
}
