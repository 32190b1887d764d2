import { useEffect, useRef, useState } from "react";
import { anchorOf } from "../../domain/anchor.ts";
import type { CreateNote } from "./createNotes.ts";
import { NoteBar } from "./NoteBar.tsx";
import type { PlacedNote } from "./placeNotes.ts";
import { focusRange } from "./showRange.ts";
import type { TextIndex } from "./textIndex.ts";
import { UndoBar } from "./UndoBar.tsx";
import { useNoteActs } from "./useNoteActs.ts";
import { useSelectedText } from "./useSelectedText.ts";

type Props = {
  index: TextIndex;
  notes: readonly PlacedNote[];
  onCreate: CreateNote;
  /** Opens the note with this id in the editor. */
  onWrite: (noteId: string) => void;
};

/** The actions for a selection in the text or a pressed highlight, without leaving the text. */
export function TextBar({ index, notes, onCreate, onWrite }: Props) {
  const barRef = useRef<HTMLDivElement>(null);
  const { selected, forget } = useSelectedText(index, barRef);
  const { acts, deleted, undo, forgetDeleted } = useNoteActs();
  const [said, setSaid] = useState("");
  const isKeeping = useRef(false);

  const touched =
    selected && notes.find(({ span }) => span && span.start <= selected.start && span.end >= selected.end);
  const isShown = selected !== null && (touched != null || selected.start < selected.end);

  // Synchronises with assistive technology, which would not otherwise notice the bar of a new selection.
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
