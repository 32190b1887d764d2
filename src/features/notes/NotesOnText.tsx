import { useEffect, useMemo, useRef, useState } from "react";
import { anchorOf } from "../../domain/anchor.ts";
import type { LessonId } from "../../domain/ids.ts";
import type { Note } from "../../domain/notes.ts";
import { createNotes } from "./createNotes.ts";
import { NoteBar } from "./NoteBar.tsx";
import { NoteEditor } from "./NoteEditor.tsx";
import { NoteList } from "./NoteList.tsx";
import { placeNotes } from "./placeNotes.ts";
import { goOnAt } from "./showRange.ts";
import type { TextIndex } from "./textIndex.ts";
import { useDrawnNotes } from "./useDrawnNotes.ts";
import { useNoteActs } from "./useNoteActs.ts";
import { useSelectedText } from "./useSelectedText.ts";

type Props = {
  index: TextIndex;
  /** Of this lesson, deleted ones among them. */
  notes: readonly Note[];
  lessonId: LessonId;
  lessonVersion: number;
};

/** Draws the highlights, offers to make one of what is selected, and lists all notes below the text. */
export function NotesOnText({ index, notes, lessonId, lessonVersion }: Props) {
  const placed = useMemo(() => placeNotes(index.text, notes), [index, notes]);
  const barRef = useRef<HTMLDivElement>(null);
  const { selected, forget } = useSelectedText(index, barRef);
  const { acts, deleted, undo } = useNoteActs();
  const [editedId, setEditedId] = useState<string | null>(null);
  const [said, setSaid] = useState("");
  const create = createNotes({ lessonId, lessonVersion, count: notes.length, acts });
  useDrawnNotes(index, placed);

  const touched =
    selected && placed.find(({ span }) => span && span.start <= selected.start && span.end >= selected.end);
  const isBarShown = selected !== null && (touched != null || selected.start < selected.end);
  const edited = placed.find(({ current }) => current.noteId === editedId);

  // Synchronises with assistive technology: a selection that was begun has a bar of its own.
  useEffect(() => {
    if (isBarShown) setSaid("Alt, Shift and N: highlights and notes for the selected words.");
  }, [isBarShown]);

  async function highlight(): Promise<string | null> {
    if (!selected) return null;
    const content = { anchor: anchorOf(index.text, selected), colour: "ochre", body: "" } as const;
    const isByKeyboard = barRef.current?.contains(document.activeElement);
    const noteId = await create(content);
    if (noteId === null) return null;
    forget();
    if (isByKeyboard) goOnAt(index.rangeOf(selected));
    setSaid("Highlighted.");
    return noteId;
  }

  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      {isBarShown && (
        <NoteBar
          barRef={barRef}
          isHighlighted={touched != null}
          onHighlight={() => void highlight()}
          onNote={async () => setEditedId(touched ? touched.current.noteId : await highlight())}
          onDelete={() => {
            if (touched) void acts.remove(touched);
            forget();
          }}
          onLeave={forget}
        />
      )}
      <NoteList
        index={index}
        notes={placed}
        lessonId={lessonId}
        acts={acts}
        deleted={deleted}
        onUndo={() => void undo()}
        onCreate={create}
      />
      {edited && (
        <NoteEditor
          lessonId={lessonId}
          name={edited.current.noteId}
          content={edited.current}
          onSave={(content) => acts.save(edited.current, content)}
          onClose={() => {
            setEditedId(null);
            if (edited.span) goOnAt(index.rangeOf(edited.span));
          }}
        />
      )}
    </>
  );
}
