import { v7 } from "uuid";
import * as z from "zod/mini";
import type { LessonId } from "../../domain/ids.ts";
import { storableText } from "../../domain/text/typedText.ts";
import { excerpt } from "../excerpt.ts";
import { defineKind, type Stamped } from "../row.ts";
import { lessonId, text, uuid } from "../wire.ts";

export const NOTE_COLOURS = ["ochre", "indigo", "forest"] as const;
export type NoteColour = (typeof NOTE_COLOURS)[number];

/** Words of a lesson and the text around them (TextQuoteSelector of the W3C's Web Annotation model, 4.2.4). */
export type NoteAnchor = { quote: string; prefix: string; suffix: string };

/** The content of a note at one time. A highlight has an anchor and a colour, a note on the whole lesson has neither. */
export type NoteContent = { anchor: NoteAnchor | null; colour: NoteColour | null; body: string };

/** One version of a note as it is stored. Versions are only added, never changed. A `deleted` version has no content. */
type StoredVersion = NoteContent & {
  id: string;
  noteId: string;
  lessonId: LessonId;
  /** The version of the lesson's text when this was written. */
  lessonVersion: number;
  deleted: boolean;
};

/** A version with the stamp of its row. */
export type NoteVersion = Stamped<StoredVersion>;

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

/** Sorts the later version first. */
export function byRank(a: NoteVersion, b: NoteVersion): number {
  return a.stamp > b.stamp ? -1 : Number(a.stamp !== b.stamp);
}

/**
 * The notes that a set of versions represents, the oldest note first. Neither the order of the versions nor repetition
 * matters. `private.prune_notes` in supabase/schemas keeps the same versions.
 */
export function notesOf(versions: readonly NoteVersion[]): Note[] {
  const byNote = new Map<string, Map<string, NoteVersion>>();
  for (const version of versions) {
    const known = byNote.get(version.noteId) ?? new Map<string, NoteVersion>();
    byNote.set(version.noteId, known.set(version.id, version));
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

/** Which note, the version of the lesson's text that it belongs to, and the stamp of the version that is shown, if there is one. */
export type NoteSubject = Pick<NoteVersion, "noteId" | "lessonId" | "lessonVersion"> & { stamp?: string };

/** A note that does not exist yet. Its first write stores it. */
export function newNote(lessonId: LessonId, lessonVersion: number): NoteSubject {
  return { noteId: v7(), lessonId, lessonVersion };
}

export type NoteChange = Omit<StoredVersion, "id">;

/** True if the change would write the content of this version again. */
export function isSameContent(a: NoteChange, b: NoteChange): boolean {
  const contentOf = ({ deleted, body, colour, anchor }: NoteChange) =>
    JSON.stringify([deleted, body, colour, anchor]);
  return contentOf(a) === contentOf(b);
}

/** Versions of notes and highlights are a set. */
export const note = defineKind<StoredVersion>({
  kind: "note",
  keyOf: (content) => content.id,
  schema: () =>
    z.looseObject({
      id: uuid,
      noteId: uuid,
      lessonId,
      lessonVersion: z.int().check(z.positive()),
      anchor: z.nullable(
        z.object({
          quote: text(MAX_QUOTE_CHARACTERS).check(z.minLength(1)),
          prefix: text(CONTEXT_CHARACTERS),
          suffix: text(CONTEXT_CHARACTERS),
        }),
      ),
      colour: z.nullable(z.enum(NOTE_COLOURS)),
      body: text(MAX_NOTE_CHARACTERS),
      deleted: z.boolean(),
    }),
  join: { keeps: "first" },
  lessonOf: (content) => content.lessonId,
  isStudy: true,
  isWork: true,
  label({ lessonId, anchor, body, deleted }) {
    if (deleted) return `Lesson ${lessonId} note deleted`;
    const kind = anchor && body === "" ? "highlight" : "note";
    return `Lesson ${lessonId} ${kind}: ${excerpt(body || (anchor?.quote ?? ""))}`;
  },
  exportAs: "Notes and highlights",
});
