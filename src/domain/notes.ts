import type { LessonId, OpId } from "./ids.ts";
import { storableText } from "./storableText.ts";

export const NOTE_COLOURS = ["ochre", "indigo", "forest"] as const;
export type NoteColour = (typeof NOTE_COLOURS)[number];

/** Words of a lesson and what stood around them (TextQuoteSelector of the W3C's Web Annotation model, 4.2.4). */
export type NoteAnchor = { quote: string; prefix: string; suffix: string };

/** What a note says at one time. A highlight has an anchor and a colour, a note on the whole lesson has neither. */
export type NoteContent = { anchor: NoteAnchor | null; colour: NoteColour | null; body: string };

/**
 * One version of a note. Versions are added and never changed; one that says `deleted` holds nothing else.
 * `writtenAt` is ISO 8601 in UTC with milliseconds: the device's clock, and never later than the server heard of it.
 */
export type NoteVersion = NoteContent & {
  opId: OpId;
  noteId: string;
  lessonId: LessonId;
  /** Of the lesson's text when this was written. */
  lessonVersion: number;
  writtenAt: string;
  deleted: boolean;
};

export const MAX_NOTE_CHARACTERS = 4_000;
export const MAX_QUOTE_CHARACTERS = 1_000;
export const CONTEXT_CHARACTERS = 64;
/** Deleted ones among them: they can be brought back. */
export const MAX_NOTES_PER_LESSON = 500;
/** Versions of one note that are kept: the newest. */
export const KEPT_VERSIONS = 20;

export function noteText(typed: string): string {
  return storableText(typed, MAX_NOTE_CHARACTERS);
}

/** A note as it stands: its newest version, and the kept ones before that, newest first. */
export type Note = { current: NoteVersion; earlier: readonly NoteVersion[] };

/** The later version first: the greater by time, then by op id, as with the workbook (decision 0017). */
export function byRank(a: NoteVersion, b: NoteVersion): number {
  if (a.writtenAt !== b.writtenAt) return a.writtenAt > b.writtenAt ? -1 : 1;
  return a.opId > b.opId ? -1 : Number(a.opId !== b.opId);
}

/**
 * The notes that a set of versions makes, the oldest note first. Only the set counts: neither the order of the
 * versions nor how often one of them is in the list. `private.apply_note` in supabase/schemas keeps the same versions.
 */
export function notesOf(versions: readonly NoteVersion[]): Note[] {
  const byNote = new Map<string, Map<OpId, NoteVersion>>();
  for (const version of versions) {
    const known = byNote.get(version.noteId) ?? new Map<OpId, NoteVersion>();
    byNote.set(version.noteId, known.set(version.opId, version));
  }
  return [...byNote]
    .sort(([a], [b]) => (a < b ? -1 : 1)) // note ids are UUIDv7
    .flatMap(([, known]) => {
      const [current, ...earlier] = [...known.values()].sort(byRank).slice(0, KEPT_VERSIONS);
      return current ? [{ current, earlier }] : [];
    });
}

/** The content that a deleted note had last; null for one of which nothing else is known. */
export function lastContent({ current, earlier }: Note): NoteVersion | null {
  return [current, ...earlier].find((version) => !version.deleted) ?? null;
}
