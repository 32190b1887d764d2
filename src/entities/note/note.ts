import { v7 } from "uuid";
import { COURSE_ID, type LessonId, type OpId } from "../../domain/ids.ts";
import { storableText } from "../../domain/storableText.ts";
import type { Write } from "../entity.ts";
import { laterThan } from "../stamp.ts";

export const NOTE_COLOURS = ["ochre", "indigo", "forest"] as const;
export type NoteColour = (typeof NOTE_COLOURS)[number];

/** Words of a lesson and the text around them (TextQuoteSelector of the W3C's Web Annotation model, 4.2.4). */
export type NoteAnchor = { quote: string; prefix: string; suffix: string };

/** The content of a note at one time. A highlight has an anchor and a colour, a note on the whole lesson has neither. */
export type NoteContent = { anchor: NoteAnchor | null; colour: NoteColour | null; body: string };

/**
 * One version of a note. Versions are only added, never changed. A `deleted` version has no content. `writtenAt` is ISO
 * 8601 in UTC with milliseconds: by the device's clock, but never later than the time at which the server received it.
 */
export type NoteVersion = NoteContent & {
  opId: OpId;
  noteId: string;
  lessonId: LessonId;
  /** The version of the lesson's text when this was written. */
  lessonVersion: number;
  writtenAt: string;
  deleted: boolean;
};

export const MAX_NOTE_CHARACTERS = 4_000;
export const MAX_QUOTE_CHARACTERS = 1_000;
export const CONTEXT_CHARACTERS = 64;
/** Includes deleted notes, because they can be restored. */
export const MAX_NOTES_PER_LESSON = 500;
/** The number of versions of one note that are kept: the newest ones. */
export const KEPT_VERSIONS = 20;

export function noteText(typed: string): string {
  return storableText(typed, MAX_NOTE_CHARACTERS);
}

/** A note: its newest version, and the earlier versions that are kept, newest first. */
export type Note = { current: NoteVersion; earlier: readonly NoteVersion[] };

/** Sorts the later version first: by time, then by op id, as with the workbook (decision 0017). */
export function byRank(a: NoteVersion, b: NoteVersion): number {
  if (a.writtenAt !== b.writtenAt) return a.writtenAt > b.writtenAt ? -1 : 1;
  return a.opId > b.opId ? -1 : Number(a.opId !== b.opId);
}

/**
 * The notes that a set of versions represents, the oldest note first. Neither the order of the versions nor repetition
 * matters. `private.apply_note` in supabase/schemas keeps the same versions.
 */
export function notesOf(versions: readonly NoteVersion[]): Note[] {
  const byNote = new Map<string, Map<OpId, NoteVersion>>();
  for (const version of versions) {
    const known = byNote.get(version.noteId) ?? new Map<OpId, NoteVersion>();
    byNote.set(version.noteId, known.set(version.opId, version));
  }
  return [...byNote]
    .sort(([a], [b]) => (a < b ? -1 : 1)) // Note ids are UUIDv7.
    .flatMap(([, known]) => {
      const [current, ...earlier] = [...known.values()].sort(byRank).slice(0, KEPT_VERSIONS);
      return current ? [{ current, earlier }] : [];
    });
}

/** The newest version that is not a deletion. Null if there is none. */
export function lastContent({ current, earlier }: Note): NoteVersion | null {
  return [current, ...earlier].find((version) => !version.deleted) ?? null;
}

/** Which note, and the version of the lesson's text that the note belongs to. */
export type NoteSubject = Pick<NoteVersion, "noteId" | "lessonId" | "lessonVersion">;

/** A note that does not exist yet. Its first write stores it. */
export function newNote(lessonId: LessonId, lessonVersion: number): NoteSubject {
  return { noteId: v7(), lessonId, lessonVersion };
}

export function noteOp(note: NoteVersion) {
  return {
    type: "note",
    key: `note:${note.noteId}`,
    payload: {
      note_id: note.noteId,
      course_id: COURSE_ID,
      lesson_id: note.lessonId,
      lesson_version: note.lessonVersion,
      anchor: note.anchor,
      colour: note.colour,
      body: note.body,
      deleted: note.deleted,
      written_at: note.writtenAt,
    },
    opId: note.opId,
  } as const;
}

export type NoteChange = Omit<NoteVersion, "opId" | "writtenAt">;

/**
 * Adds a version of a note. It sorts after the newest version on this device, by time and by op id, whatever the clock
 * says. Writing the content of the newest version again changes nothing.
 */
export const writtenNote: Write<NoteChange, NoteVersion, void> = {
  lessonOf: (change) => change.lessonId,
  opOf: (change, { at, opId }) => noteOp({ ...change, writtenAt: at, opId }),
  stores: ["notes"],
  reads: ({ noteId }) => ({ store: "notes", index: "noteId", key: noteId }),
  decide(versions, change, stamp) {
    const [before] = [...versions].sort(byRank);
    if (before && contentOf(before) === contentOf(change)) return { rows: [], ops: [], result: undefined };
    const note = {
      ...change,
      writtenAt: before ? laterThan(before.writtenAt, stamp.at) : stamp.at,
      opId: before ? stamp.opIdAfter(before.opId) : stamp.opId,
    };
    return { rows: [{ store: "notes", add: note }], ops: [noteOp(note)], result: undefined };
  },
};

const contentOf = ({ deleted, body, colour, anchor }: NoteChange) =>
  JSON.stringify([deleted, body, colour, anchor]);
