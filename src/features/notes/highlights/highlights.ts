import { findAnchor, type Span } from "../../../entities/note/anchor.ts";
import { NOTE_COLOURS, type Note, type NoteColour } from "../../../entities/note/note.ts";

const BLOCKS = "p, li, dd, dt, td, th, h2, h3, h4, blockquote, figcaption";

/** Scrolls to a part of the text, shows its step, opens the disclosures around it, and moves focus there. */
export function showRange(range: Range): void {
  const element = range.startContainer.parentElement;
  // The player shows a step when the browser's search finds something in it.
  element?.closest("[hidden]")?.dispatchEvent(new Event("beforematch", { bubbles: true }));
  for (let fold = element?.closest("details"); fold; fold = fold.parentElement?.closest("details"))
    fold.open = true;
  element?.scrollIntoView({ block: "center" });
  focusRange(range);
}

/** Moves focus, so that the keyboard and screen readers continue from here. */
export function focusRange(range: Range): void {
  const block = range.startContainer.parentElement?.closest<HTMLElement>(BLOCKS);
  if (!block) return;
  if (!block.hasAttribute("tabindex")) block.tabIndex = -1;
  block.focus({ preventScroll: true });
}

type Drawn = { range: Range; colour: NoteColour };

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
