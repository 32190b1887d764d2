import { isUuid, type OpId, type UserId } from "../domain/ids.ts";
import { localStore } from "./localStore.ts";
import type { OutboxEntry } from "./rows.ts";

/**
 * A second copy of the unconfirmed tail of the queue in localStorage, which survives the loss of the database
 * file (offline rule 4). One key per entry, so that two tabs never overwrite each other's.
 */
export const MIRROR_LIMIT_CHARS = 64 * 1024;
/** Looking through the copies costs more than writing one, so it is done now and then, with room to spare. */
const TRIM_EVERY_CHARS = 16 * 1024;
const TRIM_TO_CHARS = MIRROR_LIMIT_CHARS - TRIM_EVERY_CHARS;
let writtenSinceTrim = TRIM_EVERY_CHARS;

const prefixOf = (userId: UserId) => `academy-outbox:${userId}:`;

function mirroredKeys(store: Storage, userId: UserId): string[] {
  const prefix = prefixOf(userId);
  // Op ids are UUIDv7: their order is the order of writing.
  return Object.keys(store)
    .filter((key) => key.startsWith(prefix))
    .sort();
}

/**
 * Call after the entries are durable. When the limit is reached the oldest copies give way, those of the workbook
 * and of notes before all others: a few long texts must not push out what a learner has achieved.
 */
export function mirrorEntries(userId: UserId, entries: readonly OutboxEntry[], store = localStore()): void {
  if (!store) return;
  try {
    for (const entry of entries) {
      const copy = JSON.stringify(entry);
      store.setItem(prefixOf(userId) + entry.opId, copy);
      writtenSinceTrim += copy.length;
    }
  } catch (error) {
    // The entries are safe in the database already; what is missing is only their copy.
    console.warn("No room for the second copy of unsent changes", error);
  }
  if (writtenSinceTrim < TRIM_EVERY_CHARS) return;
  writtenSinceTrim = 0;
  trim(store, userId);
}

function trim(store: Storage, userId: UserId): void {
  const copies = mirroredKeys(store, userId).map((key) => ({ key, text: store.getItem(key) ?? "" }));
  const isText = ({ text }: { text: string }) => TEXT_MARKS.some((mark) => text.includes(mark));
  const newestFirst = copies.reverse();
  let total = 0;
  for (const { key, text } of [
    ...newestFirst.filter((each) => !isText(each)),
    ...newestFirst.filter(isText),
  ]) {
    total += key.length + text.length;
    if (total > TRIM_TO_CHARS) store.removeItem(key);
  }
}

/** One stands in the JSON of every entry that is a text and of no other: inside a text the quotes are escaped. */
const TEXT_MARKS = ['"type":"workbook"', '"type":"note"'];

/**
 * Copies entries before they are durable: a page that is left does not wait for its database. At the next start they are
 * joined like any others. Returns what removes the copies that are not among `kept`.
 */
export function mirrorAhead(userId: UserId): {
  copy: (entries: readonly OutboxEntry[]) => void;
  settle: (kept: readonly OutboxEntry[]) => void;
} {
  const copied: OpId[] = [];
  return {
    copy(entries) {
      copied.push(...entries.map(({ opId }) => opId));
      mirrorEntries(userId, entries);
    },
    settle(kept) {
      const stay = new Set(kept.map(({ opId }) => opId));
      unmirrorEntries(
        userId,
        copied.filter((opId) => !stay.has(opId)),
      );
    },
  };
}

/** Call after the confirmed entries have left the database. */
export function unmirrorEntries(userId: UserId, opIds: readonly OpId[], store = localStore()): void {
  for (const opId of opIds) store?.removeItem(prefixOf(userId) + opId);
}

/** The copies that can be read, oldest first. */
export function mirroredEntries(userId: UserId, store = localStore()): OutboxEntry[] {
  if (!store) return [];
  return mirroredKeys(store, userId).flatMap((key) => parseEntry(store.getItem(key)));
}

export function clearMirror(userId: UserId, store = localStore()): void {
  if (!store) return;
  for (const key of mirroredKeys(store, userId)) store.removeItem(key);
}

function parseEntry(text: string | null): OutboxEntry[] {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    return isEntry(value) ? [value] : [];
  } catch (error) {
    console.warn("A damaged copy of an unsent change was passed over", error);
    return [];
  }
}

const TYPES: readonly string[] = [
  "progress",
  "attempt",
  "achievement",
  "workbook",
  "note",
] satisfies OutboxEntry["type"][];

/** Only what this module wrote carries the prefix; this catches what was damaged. The server checks the payload. */
function isEntry(value: unknown): value is OutboxEntry {
  if (typeof value !== "object" || value === null) return false;
  const entry = value as Partial<Record<keyof OutboxEntry, unknown>>; // its fields are checked one by one here
  return (
    typeof entry.opId === "string" &&
    isUuid(entry.opId) &&
    typeof entry.type === "string" &&
    TYPES.includes(entry.type) &&
    typeof entry.payload === "object" &&
    entry.payload !== null &&
    typeof entry.clientAt === "string"
  );
}
