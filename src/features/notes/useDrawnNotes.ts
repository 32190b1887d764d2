import { useEffect } from "react";
import { drawHighlights } from "./drawHighlights.ts";
import type { PlacedNote } from "./placeNotes.ts";
import { showRange } from "./showRange.ts";
import type { TextIndex } from "./textIndex.ts";

/** The last navigation to a note, by its key in the history. Each is handled once, not on every redraw. */
let answered = "";

/** Draws the highlights over the text and scrolls to the note that the URL names. */
export function useDrawnNotes(index: TextIndex, notes: readonly PlacedNote[]): void {
  // Synchronises with the browser's highlight registry.
  useEffect(
    () =>
      drawHighlights(
        notes.flatMap(({ span, current }) =>
          span && current.colour ? [{ range: index.rangeOf(span), colour: current.colour }] : [],
        ),
      ),
    [index, notes],
  );

  // Synchronises with the window's scroll position when a note is opened from another page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on navigation, never because a note changed
  useEffect(() => {
    const arrival = `${window.history.state?.key}${window.location.hash}`;
    if (arrival === answered) return;
    answered = arrival;
    const named = notes.find(({ current }) => window.location.hash === `#note-${current.noteId}`);
    if (named?.span) showRange(index.rangeOf(named.span));
    else if (named) document.getElementById(`note-${named.current.noteId}`)?.scrollIntoView();
  }, [index]);
}
