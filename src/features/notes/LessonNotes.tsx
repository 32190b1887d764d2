import { type RefObject, useEffect, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { useNotes } from "../../db/synced/notes.ts";
import type { LessonPack } from "../../domain/course/pack.ts";
import type { LessonId } from "../../domain/ids.ts";
import { paths } from "../../domain/paths.ts";
import type { Note } from "../../entities/note/note.ts";
import { Button } from "../../ui/Button.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { DeletedLine } from "./DeletedLine.tsx";
import {
  canDraw,
  drawHighlights,
  focusRange,
  type PlacedNote,
  placeNotes,
  showRange,
} from "./highlights/highlights.ts";
import { TextBar } from "./highlights/TextBar.tsx";
import { indexText, type TextIndex } from "./highlights/textIndex.ts";
import { NEW_NOTE, NoteEditor, useDrafts } from "./NoteEditor.tsx";
import { NoteItem, UnsavedNote } from "./NoteItem.tsx";
import { type CreateNote, createNotes, useNoteActs } from "./useNoteActs.ts";

type Props = {
  /** The element with the lesson's text. */
  text: RefObject<HTMLElement | null>;
  pack: LessonPack;
  lessonVersion: number;
  /** False if only the highlights are to be shown. */
  isListed: boolean;
  /** Shows the list. */
  onList: () => void;
};

/** The learner's notes and highlights in the open lesson. */
export default function LessonNotes({ text, pack, lessonVersion, isListed, onList }: Props) {
  const stored = useNotes(pack.lessonId);
  const index = useTextIndex(text, pack.html);
  if (stored.status === "loading" || !index) return null;
  return (
    <NotesOnText
      index={index}
      notes={stored.notes}
      lessonId={pack.lessonId}
      lessonVersion={lessonVersion}
      isListed={isListed}
      onList={onList}
    />
  );
}

/** The index of the text on the page, or null before the first render. Rebuilt when `html` changes. */
function useTextIndex(text: RefObject<HTMLElement | null>, html: string): TextIndex | null {
  const [index, setIndex] = useState<TextIndex | null>(null);
  // React did not render most of the text.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new html replaces the text in the same element
  useEffect(() => setIndex(text.current && indexText(text.current)), [text, html]);
  return index;
}

type NotesOnTextProps = {
  index: TextIndex;
  /** All notes of this lesson, deleted ones included. */
  notes: readonly Note[];
  lessonId: LessonId;
  lessonVersion: number;
  isListed: boolean;
  onList: () => void;
};

/** Draws the highlights, offers to highlight the selection, and lists all notes below the text. */
function NotesOnText({ index, notes, lessonId, lessonVersion, isListed, onList }: NotesOnTextProps) {
  const placed = useMemo(() => placeNotes(index.text, notes), [index, notes]);
  const { acts } = useNoteActs();
  const [writtenId, setWrittenId] = useState<string | null>(null);
  const written = placed.find(({ current }) => current.noteId === writtenId);
  useDrawnNotes(index, placed, onList);

  const shared = {
    index,
    notes: placed,
    onCreate: createNotes({ lessonId, lessonVersion, count: notes.length, acts }),
  };
  return (
    <>
      <TextBar {...shared} onWrite={setWrittenId} />
      {isListed && <NoteList {...shared} lessonId={lessonId} />}
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

/**
 * The history key of the last navigation to a note, so that each navigation is handled once and not on every redraw.
 */
let answered = "";

/** Draws the highlights over the text and scrolls to the note that the URL names. */
function useDrawnNotes(index: TextIndex, notes: readonly PlacedNote[], onList: () => void): void {
  useEffect(
    () =>
      drawHighlights(
        notes.flatMap(({ span, current }) =>
          span && current.colour ? [{ range: index.rangeOf(span), colour: current.colour }] : [],
        ),
      ),
    [index, notes],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: only on navigation, never because a note changed
  useEffect(() => {
    const arrival = `${window.history.state?.key}${window.location.hash}`;
    if (arrival === answered) return;
    answered = arrival;
    const named = notes.find(({ current }) => window.location.hash === `#note-${current.noteId}`);
    if (!named) return;
    // Not in this effect: the step with the note has to be rendered first.
    queueMicrotask(() => {
      if (named.span) return showRange(index.rangeOf(named.span));
      const entry = () => document.getElementById(`note-${named.current.noteId}`);
      if (!entry()) onList();
      entry()?.scrollIntoView();
    });
  }, [index]);
}

type NoteListProps = {
  index: TextIndex;
  notes: readonly PlacedNote[];
  lessonId: LessonId;
  onCreate: CreateNote;
};

/** The notes of the open lesson in reading order, and a form for a note on the whole lesson. */
function NoteList({ index, notes, lessonId, onCreate }: NoteListProps) {
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
