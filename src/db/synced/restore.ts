import type { UserId } from "../../domain/ids.ts";
import { ALL_ENTITIES, entityOfOp } from "../../entities/registry.ts";
import type { LearnerDb } from "../store/learnerDb.ts";
import type { OutboxEntry } from "../store/rows.ts";
import { mirroredEntries } from "./mirror.ts";

/**
 * Adds every mirrored entry that the outbox has lost, and joins its change into the local state (offline rule 4). If an
 * entry was already confirmed, it is sent a second time, which is harmless because of the server's ledger. Returns the
 * number of restored entries.
 */
export async function restoreFromMirror(db: LearnerDb, userId: UserId): Promise<number> {
  const mirrored = mirroredEntries(userId).filter(({ type }) => entityOfOp(type));
  if (mirrored.length === 0) return 0;
  const tables = ALL_ENTITIES.map(({ store }) => db.table(store));
  return db.transaction("rw", [db.outbox, ...tables], async () => {
    const held = new Set(await db.outbox.orderBy("opId").keys());
    const missing = mirrored.filter((entry) => !held.has(entry.opId));
    for (const entry of missing) {
      const { seq: _lost, ...unnumbered } = entry;
      await db.outbox.add({ ...unnumbered, state: "pending", tries: 0, nextAt: 0, error: null, sent: true });
      await joinCopy(db, entry);
    }
    return missing.length;
  });
}

async function joinCopy(db: LearnerDb, { type, payload, opId }: OutboxEntry): Promise<void> {
  const entity = entityOfOp(type);
  const copy = entity?.fromOp(payload, opId);
  if (!entity || copy === null) return;
  const table = db.table(entity.store);
  const mine: unknown = await table.get(entity.keyOf(copy));
  if (mine === undefined) await table.put(copy);
  else if (entity.joinCopy) await table.put(entity.joinCopy(mine, copy));
}
