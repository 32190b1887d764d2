import type { UserId } from "../../domain/ids.ts";
import { kindOf } from "../../entities/registry.ts";
import { isReadable, isSame, joinRows, type Row, type SentRow } from "../../entities/row.ts";
import type { LearnerDb } from "../store/learnerDb.ts";
import { localStore } from "../store/localStore.ts";
import { serverNow } from "../store/serverClock.ts";
import { newMark } from "./queue.ts";

/**
 * The mirror is a second copy of the unsent rows, in localStorage, which survives the loss of the database file
 * (offline rule 4). It has the last state of each row, under a key of its own.
 */
export const MIRROR_LIMIT_CHARS = 256 * 1024;
/** Trimming reads every copy, which costs more than writing one, so it only runs after this much has been written. */
const TRIM_EVERY_CHARS = 16 * 1024;
let writtenSinceTrim = TRIM_EVERY_CHARS;

const prefixOf = (userId: UserId) => `academy-row:${userId}:`;
const keyFor = (userId: UserId, { kind, key }: Pick<Row, "kind" | "key">) =>
  `${prefixOf(userId)}${kind}:${key}`;

function copyAt(store: Storage, key: string): SentRow | null {
  try {
    const copy: unknown = JSON.parse(store.getItem(key) ?? "null");
    return isRow(copy) ? copy : null;
  } catch (error) {
    console.warn("A damaged copy of an unsent change was skipped", error);
    return null;
  }
}

/** Only this module writes keys with the prefix, so this check only detects damage. */
function isRow(value: unknown): value is SentRow {
  if (typeof value !== "object" || value === null) return false;
  const row = value as Partial<Record<keyof SentRow, unknown>>; // its fields are checked one by one here
  return (
    typeof row.kind === "string" &&
    typeof row.key === "string" &&
    typeof row.content === "object" &&
    row.content !== null
  );
}

/**
 * Joins the row into its copy. Call it in the transaction that stores the row, which keeps two tabs apart. When there is
 * no space, only the second copy is missing. Returns a function that puts back what was there, unless it has changed since.
 */
export function mirrorRow(
  userId: UserId,
  { kind, key, content, stamp }: SentRow,
  store = localStore(),
): () => void {
  const definition = kindOf(kind);
  if (!store || !definition) return () => undefined;
  const at = keyFor(userId, { kind, key });
  const row = { kind, key, content, ...(stamp !== undefined && { stamp }) };
  const before = store.getItem(at);
  const known = copyAt(store, at);
  const copy = JSON.stringify(known ? joinRows(definition, row, known, "mine") : row);
  try {
    store.setItem(at, copy);
    writtenSinceTrim += copy.length;
    if (writtenSinceTrim >= TRIM_EVERY_CHARS) trim(store, userId, at);
  } catch (error) {
    console.warn("There is no space to copy unsent changes", error);
  }
  return () => {
    if (store.getItem(at) !== copy) return;
    store.removeItem(at);
    try {
      if (before !== null) store.setItem(at, before);
    } catch (error) {
      console.warn("There is no space to copy unsent changes", error);
    }
  };
}

/** Near the size limit the largest copies are removed: a few long texts must not push out completions. */
function trim(store: Storage, userId: UserId, kept: string): void {
  writtenSinceTrim = 0;
  const prefix = prefixOf(userId);
  const copies = Object.keys(store)
    .filter((key) => key.startsWith(prefix))
    .map((key) => ({ key, chars: key.length + (store.getItem(key)?.length ?? 0) }))
    .sort((a, b) => b.chars - a.chars);
  let chars = copies.reduce((sum, copy) => sum + copy.chars, 0);
  for (const copy of copies) {
    if (chars <= MIRROR_LIMIT_CHARS) return;
    if (copy.key === kept) continue;
    store.removeItem(copy.key);
    chars -= copy.chars;
  }
}

/** Removes the copy of a row that the server has or that another copy replaces, unless it has something that the row has not. */
export function unmirrorRow(userId: UserId, row: Row, store = localStore()): void {
  const definition = kindOf(row.kind);
  if (!store || !definition) return;
  const at = keyFor(userId, row);
  const copy = copyAt(store, at);
  if (!copy || isSame(definition, joinRows(definition, row, copy, "mine"), row)) store.removeItem(at);
}

/** Joins the copies into the database's rows, which may have been lost. Returns how many rows they changed. */
export async function restoreFromMirror(db: LearnerDb, userId: UserId): Promise<number> {
  const store = localStore();
  if (!store) return 0;
  return db.transaction("rw", db.rows, async () => {
    let restored = 0;
    for (const at of Object.keys(store).filter((key) => key.startsWith(prefixOf(userId)))) {
      const copy = copyAt(store, at);
      const definition = copy && kindOf(copy.kind);
      if (!copy || !definition || !isReadable(definition, copy)) continue;
      const mine = await db.rows.get([copy.kind, copy.key]);
      const joined = mine ? joinRows(definition, mine, copy, "mine") : copy;
      if (mine && isSame(definition, joined, mine)) {
        if (!mine.unsent) store.removeItem(at);
        continue;
      }
      await db.rows.put({ ...joined, rev: mine?.rev ?? 0, unsent: newMark(serverNow(), mine?.unsent) });
      restored += 1;
    }
    return restored;
  });
}

/** Removes every copy of this learner's rows. */
export function clearMirror(userId: UserId, store = localStore()): void {
  if (!store) return;
  for (const key of Object.keys(store)) if (key.startsWith(prefixOf(userId))) store.removeItem(key);
}
