import { Highlighter, NotebookPen, Pencil, Trash2, X } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { anchorOf, type Span } from "../../../entities/note/anchor.ts";
import { Button } from "../../../ui/Button.tsx";
import { focusMain } from "../../../ui/page/focusMain.ts";
import { type CreateNote, useNoteActs } from "../useNoteActs.ts";
import { focusRange, type PlacedNote } from "./highlights.ts";
import type { TextIndex } from "./textIndex.ts";

type Props = {
  index: TextIndex;
  notes: readonly PlacedNote[];
  onCreate: CreateNote;
  /** Opens the note with this id in the editor. */
  onWrite: (noteId: string) => void;
};

/** The actions for selected text or for a pressed highlight, which do not lead away from the text. */
export function TextBar({ index, notes, onCreate, onWrite }: Props) {
  const barRef = useRef<HTMLDivElement>(null);
  const { selected, forget } = useSelectedText(index, barRef);
  const { acts, deleted, undo, forgetDeleted } = useNoteActs();
  const [said, setSaid] = useState("");
  const isKeeping = useRef(false);

  const touched =
    selected && notes.find(({ span }) => span && span.start <= selected.start && span.end >= selected.end);
  const isShown = selected !== null && (touched != null || selected.start < selected.end);

  // Assistive technology would not otherwise notice the bar of a new selection.
  useEffect(() => {
    if (isShown) setSaid("Alt, Shift and N: highlights and notes for the selected words.");
  }, [isShown]);

  function leave(words: string): void {
    const isByKeyboard = barRef.current?.contains(document.activeElement);
    forget();
    setSaid(words);
    if (isByKeyboard && selected) focusRange(index.rangeOf({ ...selected, end: selected.start + 1 }));
  }

  async function highlight(): Promise<string | null> {
    // The bar stays open until the highlight has been stored, so a second press must be ignored.
    if (!selected || isKeeping.current) return null;
    isKeeping.current = true;
    const noteId = await onCreate({
      anchor: anchorOf(index.text, selected),
      colour: "ochre",
      body: "",
    }).finally(() => {
      isKeeping.current = false;
    });
    if (noteId !== null) leave("Highlighted.");
    return noteId;
  }

  async function write(): Promise<void> {
    const noteId = touched ? touched.current.noteId : await highlight();
    if (noteId !== null) onWrite(noteId);
  }

  async function remove(note: PlacedNote): Promise<void> {
    if (await acts.remove(note)) leave("Deleted.");
  }

  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      {isShown && (
        <NoteBar
          barRef={barRef}
          isHighlighted={touched != null}
          onHighlight={() => void highlight()}
          onNote={() => void write()}
          onDelete={() => touched && void remove(touched)}
          onLeave={() => leave("")}
        />
      )}
      {!isShown && deleted && <UndoBar onUndo={() => void undo()} onClose={forgetDeleted} />}
    </>
  );
}

type NoteBarProps = {
  barRef: RefObject<HTMLDivElement | null>;
  /** True if the selection is inside an existing highlight. */
  isHighlighted: boolean;
  onHighlight: () => void;
  onNote: () => void;
  onDelete: () => void;
  onLeave: () => void;
};

/**
 * The toolbar for the selected text. It is at the bottom of the window, where the selection menus of phones do not
 * cover it, and has a keyboard shortcut.
 */
function NoteBar({ barRef, isHighlighted, onHighlight, onNote, onDelete, onLeave }: NoteBarProps) {
  // The shortcut must work while focus is in the text.
  useEffect(() => {
    const follow = (event: KeyboardEvent) => {
      if (event.code !== "KeyN" || !event.altKey || !event.shiftKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      barRef.current?.querySelector("button")?.focus();
    };
    document.addEventListener("keydown", follow);
    return () => document.removeEventListener("keydown", follow);
  }, [barRef]);

  return (
    <div
      ref={barRef}
      role="toolbar"
      aria-label={isHighlighted ? "Highlighted words" : "Selected words"}
      className="note-bar print:hidden"
      // Pressing a button must not clear the selection.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key === "Escape") onLeave();
      }}
    >
      {isHighlighted ? (
        <>
          <Button variant="quiet" onClick={onNote}>
            <Pencil aria-hidden="true" className="size-5" />
            Open note
          </Button>
          <Button variant="quiet" onClick={onDelete}>
            <Trash2 aria-hidden="true" className="size-5" />
            Delete
          </Button>
        </>
      ) : (
        <>
          <Button variant="quiet" onClick={onHighlight}>
            <Highlighter aria-hidden="true" className="size-5" />
            Highlight
          </Button>
          <Button variant="quiet" onClick={onNote}>
            <NotebookPen aria-hidden="true" className="size-5" />
            Add note
          </Button>
          <span aria-hidden="true" className="px-2 text-base text-muted max-md:hidden">
            Alt Shift N
          </span>
        </>
      )}
    </div>
  );
}

/** Undoes the deletion of a highlight in the text. */
function UndoBar({ onUndo, onClose }: { onUndo: () => void; onClose: () => void }) {
  const close = (act: () => void) => () => {
    focusMain({ preventScroll: true });
    act();
  };
  return (
    <div className="note-bar print:hidden">
      <p className="px-3">Deleted</p>
      <Button variant="quiet" onClick={close(onUndo)}>
        Undo
      </Button>
      <Button variant="quiet" aria-label="Close" onClick={close(onClose)}>
        <X aria-hidden="true" className="size-5" />
      </Button>
    </div>
  );
}

/**
 * The selected span of the text, an empty span after a press on the text, or null. It is kept after the selection is
 * cleared, as long as focus is in `bar` or `bar` was pressed last: some browsers clear the selection when a button is
 * pressed, and phone browsers do not focus a tapped button.
 */
function useSelectedText(
  index: TextIndex | null,
  bar: RefObject<HTMLElement | null>,
): { selected: Span | null; forget: () => void } {
  const [selected, setSelected] = useState<Span | null>(null);

  useEffect(() => {
    let isBarPressed = false;
    const notePress = ({ target }: Event) => {
      isBarPressed = target instanceof Node && (bar.current?.contains(target) ?? false);
    };
    const follow = () => {
      const selection = document.getSelection();
      const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : null;
      const isInBar = isBarPressed || bar.current?.contains(document.activeElement);
      if ((!range || range.collapsed) && isInBar) return;
      if (!range || !index) return setSelected(null);
      if (!range.collapsed) return setSelected(index.spanOf(range));
      const start = index.caretOf(range);
      setSelected(start === null ? null : { start, end: start });
    };
    follow();
    document.addEventListener("selectionchange", follow);
    document.addEventListener("pointerdown", notePress, { capture: true });
    document.addEventListener("keydown", notePress, { capture: true });
    return () => {
      document.removeEventListener("selectionchange", follow);
      document.removeEventListener("pointerdown", notePress, { capture: true });
      document.removeEventListener("keydown", notePress, { capture: true });
    };
  }, [index, bar]);

  return {
    selected,
    forget() {
      document.getSelection()?.removeAllRanges();
      setSelected(null);
    },
  };
}
