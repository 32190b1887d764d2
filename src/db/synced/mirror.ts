import { isUuid, type OpId, type UserId } from "../../domain/ids.ts";
import { localStore } from "../store/localStore.ts";
import type { OutboxEntry } from "../store/rows.ts";

/**
 * The mirror is a second copy of the unconfirmed entries, in localStorage, which survives the loss of the database file
 * (offline rule 4). Each entry has its own key, so that two tabs never overwrite each other's copies.
 */
export const MIRROR_LIMIT_CHARS = 64 * 1024;
/** Trimming reads every copy, which costs more than writing one, so it only runs after this much has been written. */
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
 * Copies entries to the mirror. Near the size limit the oldest copies are removed. Texts and notes are removed before
 * completions, attempts and achievements, because a few long texts must not push out completions.
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
    // Only the second copy is missing: the database still has the entries.
    console.warn("There is no space to copy unsent changes", error);
  }
  if (writtenSinceTrim < TRIM_EVERY_CHARS) return;
  writtenSinceTrim = 0;
  trim(store, userId);
}

function trim(store: Storage, userId: UserId): void {
  const copies = mirroredKeys(store, userId).map((key) => ({ key, text: store.getItem(key) ?? "" }));
  const isAchieved = ({ text }: { text: string }) => ACHIEVED.some((mark) => text.includes(mark));
  const newestFirst = copies.reverse();
  let total = 0;
  for (const { key, text } of [
    ...newestFirst.filter(isAchieved),
    ...newestFirst.filter((each) => !isAchieved(each)),
  ]) {
    total += key.length + text.length;
    if (total > TRIM_TO_CHARS) store.removeItem(key);
  }
}

/**
 * The JSON of a completion, attempt or achievement contains one of these. Typed text cannot, because its quotes are
 * escaped.
 */
const ACHIEVED = ['"type":"progress"', '"type":"attempt"', '"type":"achievement"'];

/** Removes copies. Call after the confirmed entries have been deleted from the database. */
export function unmirrorEntries(userId: UserId, opIds: readonly OpId[], store = localStore()): void {
  for (const opId of opIds) store?.removeItem(prefixOf(userId) + opId);
}

/** The readable copies, oldest first. */
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
    console.warn("A damaged copy of an unsent change was skipped", error);
    return [];
  }
}

/** Only this module writes keys with the prefix, so this check only detects damage. The server checks the payload. */
function isEntry(value: unknown): value is OutboxEntry {
  if (typeof value !== "object" || value === null) return false;
  const entry = value as Partial<Record<keyof OutboxEntry, unknown>>; // its fields are checked one by one here
  return (
    typeof entry.opId === "string" &&
    isUuid(entry.opId) &&
    typeof entry.type === "string" &&
    typeof entry.payload === "object" &&
    entry.payload !== null &&
    typeof entry.clientAt === "string"
  );
}
