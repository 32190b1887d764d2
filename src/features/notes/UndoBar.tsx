import { X } from "lucide-react";
import { Button } from "../../ui/Button.tsx";

/** Undoes the deletion of a highlight in the text. */
export function UndoBar({ onUndo, onClose }: { onUndo: () => void; onClose: () => void }) {
  return (
    <div className="note-bar print:hidden">
      <p className="px-3">Deleted</p>
      <Button variant="quiet" onClick={onUndo}>
        Undo
      </Button>
      <Button variant="quiet" aria-label="Close" onClick={onClose}>
        <X aria-hidden="true" className="size-5" />
      </Button>
    </div>
  );
}
