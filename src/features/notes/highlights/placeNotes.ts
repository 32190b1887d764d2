import { findAnchor, type Span } from "../../../entities/note/anchor.ts";
import type { Note } from "../../../entities/note/note.ts";

export type PlacedNote = Note & {
  /** The note's position in the current text. Null if its words are gone, and for a note on the whole lesson. */
  span: Span | null;
};

/**
 * The notes that are not deleted: first those on the whole lesson, then those in the text, in order, then those whose
 * words are gone.
 */
export function placeNotes(text: string, notes: readonly Note[]): PlacedNote[] {
  const placed = notes
    .filter(({ current }) => !current.deleted)
    .map((note) => ({ ...note, span: note.current.anchor && findAnchor(text, note.current.anchor) }));
  const rank = ({ current, span }: PlacedNote) => (current.anchor === null ? -1 : (span?.start ?? Infinity));
  return placed.sort((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)));
}
