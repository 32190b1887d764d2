import { useEffect, useRef } from "react";
import type { NoteVersion } from "../../entities/note/note.ts";
import { Button } from "../../ui/Button.tsx";
import { excerpt } from "./noteWords.ts";

type Props = { deleted: NoteVersion | null; onUndo: () => void };

/** Says what was deleted and offers to undo it. */
export function DeletedLine({ deleted, onUndo }: Props) {
  const undoRef = useRef<HTMLButtonElement>(null);
  const lineRef = useRef<HTMLDivElement>(null);
  // The pressed button disappeared with its note.
  useEffect(() => {
    if (deleted) undoRef.current?.focus();
  }, [deleted]);
  return (
    <div ref={lineRef} role="status" tabIndex={-1} className="print:hidden">
      {deleted && (
        <p className="flex flex-wrap items-center gap-3 rounded-card bg-sunken px-4 py-2">
          <span className="min-w-0 wrap-anywhere">
            {deleted.body ? "Note" : "Highlight"} deleted: “{excerpt(deleted)}”
          </span>
          <Button
            ref={undoRef}
            variant="secondary"
            onClick={() => {
              lineRef.current?.focus({ preventScroll: true }); // The pressed button also disappears.
              onUndo();
            }}
          >
            Undo
          </Button>
        </p>
      )}
    </div>
  );
}
