import { useState } from "react";
import type { LessonId } from "../../domain/ids.ts";
import { paths } from "../../domain/paths.ts";
import { Button } from "../../ui/Button.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import type { CreateNote } from "./createNotes.ts";
import { DeletedLine } from "./DeletedLine.tsx";
import { NEW_NOTE, useDrafts } from "./drafts.ts";
import { canDraw } from "./highlights/drawHighlights.ts";
import type { PlacedNote } from "./highlights/placeNotes.ts";
import { showRange } from "./highlights/showRange.ts";
import type { TextIndex } from "./highlights/textIndex.ts";
import { NoteEditor } from "./NoteEditor.tsx";
import { NoteItem } from "./NoteItem.tsx";
import { UnsavedNote } from "./UnsavedNote.tsx";
import { useNoteActs } from "./useNoteActs.ts";

type Props = {
  index: TextIndex;
  notes: readonly PlacedNote[];
  lessonId: LessonId;
  onCreate: CreateNote;
};

/** The notes of the open lesson in reading order, and a form for a note on the whole lesson. */
export function NoteList({ index, notes, lessonId, onCreate }: Props) {
  const { acts, deleted, undo } = useNoteActs();
  const drafts = useDrafts(lessonId);
  const [isWriting, setIsWriting] = useState(false);
  return (
    <div className="flex flex-col gap-4">
      {notes.length === 0 && (
        <p className="max-w-prose text-muted">Select text to highlight it or add a note.</p>
      )}
      {!canDraw() && notes.some(({ current }) => current.anchor) && (
        <p className="max-w-prose text-muted">
          This browser cannot show highlights in the text, but they are listed here.
        </p>
      )}
      <DeletedLine deleted={deleted} onUndo={() => void undo()} />
      {notes.length > 0 && (
        <ul className="flex flex-col">
          {notes.map((note) => (
            <NoteItem
              key={note.current.noteId}
              note={note}
              acts={acts}
              canWrite
              hasDraft={drafts.has(note.current.noteId)}
              place={<Place note={note} index={index} />}
            />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 print:hidden">
        <Button variant="secondary" onClick={() => setIsWriting(true)}>
          Write a note on this lesson
        </Button>
        {drafts.has(NEW_NOTE) && <UnsavedNote />}
        <TextLink to={paths.notes()} className="inline-flex min-h-11 items-center">
          All your notes
        </TextLink>
      </div>
      {isWriting && (
        <NoteEditor
          lessonId={lessonId}
          name={NEW_NOTE}
          content={{ anchor: null, colour: null, body: "" }}
          onSave={async (content) => (await onCreate(content)) !== null}
          onClose={() => setIsWriting(false)}
        />
      )}
    </div>
  );
}

function Place({ note: { current, span }, index }: { note: PlacedNote; index: TextIndex }) {
  if (!current.anchor) return <span className="mr-3 text-muted">Whole lesson</span>;
  if (!span) return <span className="mr-3 text-muted">No longer in the text</span>;
  return (
    <Button variant="secondary" className="mr-3" onClick={() => showRange(index.rangeOf(span))}>
      Show in the text
    </Button>
  );
}
