import { Highlighter, NotebookPen, Pencil, Trash2 } from "lucide-react";
import { type RefObject, useEffect } from "react";
import { Button } from "../../ui/Button.tsx";

type Props = {
  barRef: RefObject<HTMLDivElement | null>;
  /** Whether the selection is inside an existing highlight. */
  isHighlighted: boolean;
  onHighlight: () => void;
  onNote: () => void;
  onDelete: () => void;
  onLeave: () => void;
};

/**
 * The actions for the selected text. It is at the lower edge of the window, where the selection menus of phones do not
 * cover it, and one keyboard shortcut away.
 */
export function NoteBar({ barRef, isHighlighted, onHighlight, onNote, onDelete, onLeave }: Props) {
  // Synchronises with the keyboard: focus is in the text.
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
