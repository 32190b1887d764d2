import type { OpId, UserId } from "../../domain/ids.ts";
import type { Decision, OpDraft, Write } from "../../entities/entity.ts";
import { newStamp, type Stamp, stampOfRetry } from "../../entities/stamp.ts";
import { activeState, requireLearnerDb } from "../store/active.ts";
import type { LearnerDb } from "../store/learnerDb.ts";
import { nativeWrite } from "../store/nativeWrite.ts";
import type { OutboxEntry } from "../store/rows.ts";
import { signalStore } from "../store/signals.ts";
import { writeWithRetry } from "../store/writeWithRetry.ts";
import { mirrorEntries, unmirrorEntries } from "./mirror.ts";

/**
 * Stores a change by the signed-in learner and queues it for the server: the only way in which the app writes synced
 * data. Resolves when both are durable on this device, and never waits for the network. Rejects with StorageFailure
 * when they could not be stored: `signedOut`, `quota` or `unavailable`.
 *
 * 1. A copy of the op, if the change has one, goes to the mirror, because a page that is closed or reloaded does not wait for its database. At
 *    the next start it is restored like any other copy.
 * 2. The change and its outbox entries are stored in one transaction. The entries are copied to the mirror just before
 *    it is committed.
 * 3. Copies of ops that are not in the outbox are removed from the mirror.
 * 4. If there is something to send, the sync is notified.
 */
export async function commit<Change, Row, Result>(
  write: Write<Change, Row, Result>,
  change: Change,
): Promise<Result> {
  const lessonId = write.lessonOf(change);
  let stamp = newStamp();
  const copies = mirrorCopies();
  // Do not use the hint in localStorage: another tab may have changed the account, and a browser that was killed may
  // have lost the hint.
  const active = activeState();
  const op = write.opOf(change, stamp);
  if (op && active.status === "signedIn") copies.add(active.identity.userId, [outboxEntry(op, stamp)]);
  try {
    const { db, identity } = await requireLearnerDb();
    const stored = await writeWithRetry(db, lessonId, (isRetry) => {
      if (isRetry) stamp = stampOfRetry(stamp);
      return storeChange(db, write, change, stamp, (entries) => copies.add(identity.userId, entries));
    });
    unmirrorEntries(identity.userId, stored.replaced);
    const unused = copies.without(stored.entries);
    // Another tab may have restored the copy meanwhile, in which case this change had no effect.
    if (unused.length > 0) copies.drop(unused, await db.outbox.where("opId").anyOf(unused).toArray());
    if (stored.entries.length > 0) signalStore("written");
    return stored.result;
  } catch (error) {
    if (!write.keepsFailedCopy) copies.drop(copies.without([]), []);
    throw error;
  }
}

/** The copies that one change has in the mirror. */
function mirrorCopies() {
  const owners = new Map<OpId, UserId>();
  return {
    add(userId: UserId, entries: readonly OutboxEntry[]): void {
      for (const { opId } of entries) owners.set(opId, userId);
      mirrorEntries(userId, entries);
    },
    /** The ids of all copies except those of `entries`. */
    without: (entries: readonly OutboxEntry[]): OpId[] =>
      [...owners.keys()].filter((opId) => !entries.some((entry) => entry.opId === opId)),
    /** Removes copies from the mirror, but not those of `queued` entries. */
    drop(opIds: readonly OpId[], queued: readonly OutboxEntry[]): void {
      for (const opId of opIds) {
        const userId = owners.get(opId);
        if (userId && !queued.some((entry) => entry.opId === opId)) unmirrorEntries(userId, [opId]);
      }
    },
  };
}

/** `entries` are durable when this is returned. `replaced` are the ops that they replaced in the outbox. */
export type Stored<Result> = { entries: OutboxEntry[]; replaced: OpId[]; result: Result };

/**
 * Reads, decides, and stores rows and outbox entries in one transaction (offline rule 3). Rejects with the database's
 * error, in which case nothing was stored.
 */
export function storeChange<Change, Row, Result>(
  db: LearnerDb,
  write: Write<Change, Row, Result>,
  change: Change,
  stamp: Stamp,
  onQueueing: (entries: readonly OutboxEntry[]) => void = () => undefined,
): Promise<Stored<Result>> {
  return nativeWrite<Stored<Result>>(db, [...write.stores, "outbox"], (store, finish, guard) => {
    const { store: name, index, key } = write.reads(change);
    const source = index === undefined ? store(name) : store(name).index(index);
    const reading: IDBRequest<Row[]> = source.getAll(key);
    reading.onsuccess = guard(() => {
      const decision = write.decide(reading.result, change, stamp);
      const entries = decision.ops.map((op) => outboxEntry(op, stamp));
      for (const row of decision.rows) {
        if ("put" in row) store(row.store).put(row.put);
        else store(row.store).add(row.add);
      }
      for (const entry of entries) store("outbox").add(entry);
      onQueueing(entries);
      removeUnsent(store("outbox"), decision, guard, (replaced) =>
        finish({ entries, replaced, result: decision.result }),
      );
    });
  });
}

function removeUnsent<Result>(
  outbox: IDBObjectStore,
  { replaces }: Decision<Result>,
  guard: (work: () => void) => () => void,
  done: (replaced: OpId[]) => void,
): void {
  if (!replaces) {
    done([]);
    return;
  }
  const finding: IDBRequest<OutboxEntry | undefined> = outbox.index("opId").get(replaces);
  finding.onsuccess = guard(() => {
    const entry = finding.result;
    if (entry?.seq !== undefined && !entry.sent) {
      outbox.delete(entry.seq);
      done([replaces]);
    } else done([]);
  });
}

/** An op as a new entry of the outbox: pending, due immediately. */
export function outboxEntry(
  { opId, ...op }: OpDraft,
  { at, newOpId }: Pick<Stamp, "at" | "newOpId">,
): OutboxEntry {
  const entry = {
    ...op,
    opId: opId ?? newOpId(),
    v: 1,
    clientAt: at,
    state: "pending",
    tries: 0,
    nextAt: 0,
    error: null,
  };
  // The registry checks that the ops of each entity carry the payload of their type.
  return entry as OutboxEntry;
}
