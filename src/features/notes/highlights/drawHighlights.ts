import { NOTE_COLOURS, type NoteColour } from "../../../entities/note/note.ts";

export type Drawn = { range: Range; colour: NoteColour };

/** Marks the elements that contain the highlighted text. This and the highlights' names are in the style sheet (reading.css). */
const MARK = "data-noted";
const nameOf = (colour: NoteColour) => `note-${colour}`;

/** True if this browser can highlight text without changing the DOM (CSS Custom Highlight API). */
export function canDraw(): boolean {
  return typeof CSS !== "undefined" && "highlights" in CSS && typeof Highlight !== "undefined";
}

/** Draws exactly these highlights. Returns a function that removes them. */
export function drawHighlights(all: readonly Drawn[]): () => void {
  if (!canDraw()) return () => undefined;
  for (const colour of NOTE_COLOURS) {
    const ranges = all.filter((each) => each.colour === colour).map(({ range }) => range);
    CSS.highlights.set(nameOf(colour), new Highlight(...ranges));
  }
  const marked = all.map(({ range }) => elementAround(range));
  for (const element of marked) element?.setAttribute(MARK, "");
  return () => {
    for (const element of marked) element?.removeAttribute(MARK);
    for (const colour of NOTE_COLOURS) CSS.highlights.delete(nameOf(colour));
  };
}

function elementAround({ commonAncestorContainer: node }: Range): Element | null {
  return node instanceof Element ? node : node.parentElement;
}
