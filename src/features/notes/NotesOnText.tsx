import { useMemo, useState } from "react";
import { flushSync } from "react-dom";
import type { LessonId } from "../../domain/ids.ts";
import type { Note } from "../../domain/notes.ts";
import { createNotes } from "./createNotes.ts";
import { NoteEditor } from "./NoteEditor.tsx";
import { NoteList } from "./NoteList.tsx";
import { placeNotes } from "./placeNotes.ts";
import { focusRange } from "./showRange.ts";
import { TextBar } from "./TextBar.tsx";
import type { TextIndex } from "./textIndex.ts";
import { useDrawnNotes } from "./useDrawnNotes.ts";
import { useNoteActs } from "./useNoteActs.ts";

type Props = {
  index: TextIndex;
  /** All notes of this lesson, deleted ones included. */
  notes: readonly Note[];
  lessonId: LessonId;
  lessonVersion: number;
};

/** Draws the highlights, offers to highlight the selection, and lists all notes below the text. */
export function NotesOnText({ index, notes, lessonId, lessonVersion }: Props) {
  const placed = useMemo(() => placeNotes(index.text, notes), [index, notes]);
  const { acts } = useNoteActs();
  const [writtenId, setWrittenId] = useState<string | null>(null);
  const written = placed.find(({ current }) => current.noteId === writtenId);
  useDrawnNotes(index, placed);

  const shared = {
    index,
    notes: placed,
    onCreate: createNotes({ lessonId, lessonVersion, count: notes.length, acts }),
  };
  return (
    <>
      <TextBar {...shared} onWrite={setWrittenId} />
      <NoteList {...shared} lessonId={lessonId} />
      {written && (
        <NoteEditor
          lessonId={lessonId}
          name={written.current.noteId}
          content={written.current}
          onSave={(content) => acts.save(written.current, content)}
          onClose={() => {
            // The page cannot take focus while the dialog is open.
            flushSync(() => setWrittenId(null));
            if (written.span) focusRange(index.rangeOf(written.span));
          }}
        />
      )}
    </>
  );
}
