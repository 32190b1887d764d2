import { Download, Printer } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useLessonPacks } from "../../db/lessons/lessonPacks.ts";
import { useNotes } from "../../db/synced/notes.ts";
import type { LessonId } from "../../domain/ids.ts";
import { paths } from "../../domain/paths.ts";
import { lastContent, type Note, type NoteVersion } from "../../entities/note/note.ts";
import { saveFile } from "../../platform/device/saveFile.ts";
import { Button } from "../../ui/Button.tsx";
import { Disclosure } from "../../ui/Disclosure.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { DeletedLine } from "./DeletedLine.tsx";
import { useDrafts } from "./NoteEditor.tsx";
import { NoteItem } from "./NoteItem.tsx";
import { type LessonGroup, notesByLesson, notesMarkdown } from "./notesMarkdown.ts";
import { excerpt, writtenAt } from "./noteWords.ts";
import { Quote } from "./Quote.tsx";
import { type NoteActs, useNoteActs } from "./useNoteActs.ts";

type Props = { canWrite: (lessonId: LessonId) => boolean };

/** All notes and highlights of the course, to reread, find in their lessons, or export. */
export function NotesPage({ canWrite }: Props) {
  const stored = useNotes();
  const lessons = useLessonPacks();
  const { acts, deleted, undo } = useNoteActs();
  const isOpen = stored.status === "ready" && lessons.status === "ready";
  // The search links to a note by its fragment.
  useEffect(() => {
    if (isOpen) document.getElementById(window.location.hash.slice(1))?.focus();
  }, [isOpen]);
  if (stored.status === "loading" || lessons.status === "loading")
    return <Spinner label="Opening your notes…" />;
  const groups = notesByLesson(stored.notes, lessons.packs);
  return (
    <div className="paper page flex max-w-3xl flex-col gap-8 py-8">
      <header className="flex flex-col gap-3">
        <h1>Your notes</h1>
        <p className="max-w-prose text-lg text-muted print:hidden">
          Everything you highlighted or noted in the lessons, on all your devices.
        </p>
      </header>
      {groups.length === 0 ? (
        <EmptyState
          title="You have no notes yet"
          seed="notes"
          action={<LinkButton to={paths.course()}>Open the course</LinkButton>}
        >
          <p>Select text in a lesson to highlight it or add a note.</p>
        </EmptyState>
      ) : (
        <TakeNotes groups={groups} />
      )}
      <DeletedLine deleted={deleted} onUndo={() => void undo()} />
      {groups.map((group) => (
        <LessonSection key={group.lessonId} group={group} acts={acts} canWrite={canWrite(group.lessonId)} />
      ))}
      <DeletedNotes notes={stored.notes} acts={acts} canWrite={canWrite} />
    </div>
  );
}

/** Exports the notes as a Markdown file or through the browser's print dialog. */
function TakeNotes({ groups }: { groups: readonly LessonGroup[] }) {
  const download = () =>
    saveFile({ name: "my-notes.md", type: "text/markdown;charset=utf-8", text: notesMarkdown(groups) });
  return (
    <div className="flex flex-wrap gap-3 print:hidden">
      <Button onClick={download}>
        <Download aria-hidden="true" className="size-5" />
        Download as Markdown
      </Button>
      <Button variant="secondary" onClick={() => window.print()}>
        <Printer aria-hidden="true" className="size-5" />
        Print or save as PDF
      </Button>
    </div>
  );
}

type LessonSectionProps = { group: LessonGroup; acts: NoteActs; canWrite: boolean };

function LessonSection({ group: { lessonId, title, notes }, acts, canWrite }: LessonSectionProps) {
  const drafts = useDrafts(lessonId);
  const id = `notes-lesson-${lessonId}`;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h2 id={id} className="text-2xl">
        Lesson {lessonId}: {title}
      </h2>
      <ul className="flex flex-col">
        {notes.map((note) => (
          <NoteItem
            key={note.current.noteId}
            note={note}
            acts={acts}
            canWrite={canWrite}
            hasDraft={drafts.has(note.current.noteId)}
            place={
              <TextLink
                to={paths.course(lessonId, { part: `note-${note.current.noteId}` })}
                className="mr-3 inline-flex min-h-11 items-center"
              >
                Open in the lesson<span className="sr-only">: {excerpt(note.current)}</span>
              </TextLink>
            }
          />
        ))}
      </ul>
    </section>
  );
}

type DeletedNotesProps = {
  notes: readonly Note[];
  acts: NoteActs;
  canWrite: (lessonId: LessonId) => boolean;
};

/** Restores deleted notes, including those that another device deleted before it received the latest edit. */
function DeletedNotes({ notes, acts, canWrite }: DeletedNotesProps) {
  const gone = notes.flatMap((note) => {
    const last = note.current.deleted ? lastContent(note) : null;
    return last && canWrite(last.lessonId) ? [{ last, deletedAt: writtenAt(note.current) }] : [];
  });
  const list = useRef<HTMLUListElement>(null);
  const [broughtBack, setBroughtBack] = useState<{ note: NoteVersion; index: number } | null>(null);
  const isBack = broughtBack !== null && gone.every(({ last }) => last.noteId !== broughtBack.note.noteId);

  // The pressed button disappeared with its line. Focus moves to the next button, or to the restored note if there is
  // none.
  useEffect(() => {
    if (!isBack || document.activeElement !== document.body) return;
    const others = [...(list.current?.querySelectorAll("button") ?? [])];
    const next = others[broughtBack.index] ?? others.at(-1);
    (next ?? document.getElementById(`note-${broughtBack.note.noteId}`))?.focus();
  }, [isBack, broughtBack]);

  const said = isBack ? `Restored: “${excerpt(broughtBack.note)}”` : "";
  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      {gone.length > 0 && (
        <Disclosure summary={`Deleted notes (${gone.length})`} className="print:hidden">
          <ul ref={list} className="flex flex-col gap-6">
            {gone.map(({ last, deletedAt }, index) => (
              <li key={last.noteId} className="flex flex-col items-start gap-3">
                {last.anchor && <Quote words={last.anchor.quote} colour={last.colour} />}
                {last.body && (
                  <p dir="auto" className="max-w-prose whitespace-pre-wrap wrap-anywhere">
                    {last.body}
                  </p>
                )}
                <p className="text-base text-muted">
                  Lesson {last.lessonId}, deleted {deletedAt}
                </p>
                <Button
                  variant="secondary"
                  onClick={() => {
                    setBroughtBack({ note: last, index });
                    void acts.save(last, last);
                  }}
                >
                  Restore<span className="sr-only">: {excerpt(last)}</span>
                </Button>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </>
  );
}
