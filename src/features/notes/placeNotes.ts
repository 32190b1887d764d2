import { findAnchor, type Span } from "../../domain/anchor.ts";
import type { Note } from "../../domain/notes.ts";

export type PlacedNote = Note & {
  /** Where its words stand in the text now: null when they are gone, and for a note on the whole lesson. */
  span: Span | null;
};

/** The notes that are not deleted, in reading order: those on the whole lesson, those in the text, those whose words are gone. */
export function placeNotes(text: string, notes: readonly Note[]): PlacedNote[] {
  const placed = notes
    .filter(({ current }) => !current.deleted)
    .map((note) => ({ ...note, span: note.current.anchor && findAnchor(text, note.current.anchor) }));
  const rank = ({ current, span }: PlacedNote) => (current.anchor === null ? -1 : (span?.start ?? Infinity));
  return placed.sort((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)));
}
