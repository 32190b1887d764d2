import type { LessonId } from "../../domain/ids.ts";
import { lastContent, type Note } from "../../domain/notes.ts";
import { Button } from "../../ui/Button.tsx";
import { Disclosure } from "../../ui/Disclosure.tsx";
import { excerpt, writtenAt } from "./noteWords.ts";
import { Quote } from "./Quote.tsx";
import type { NoteActs } from "./useNoteActs.ts";

type Props = { notes: readonly Note[]; acts: NoteActs; canWrite: (lessonId: LessonId) => boolean };

/** What was deleted, here or on another device that did not know of a later word, can be brought back. */
export function DeletedNotes({ notes, acts, canWrite }: Props) {
  const gone = notes.flatMap((note) => {
    const last = note.current.deleted ? lastContent(note) : null;
    return last && canWrite(last.lessonId) ? [{ last, deletedAt: writtenAt(note.current) }] : [];
  });
  if (gone.length === 0) return null;
  return (
    <Disclosure summary={`Deleted notes (${gone.length})`} className="print:hidden">
      <ul className="flex flex-col gap-6">
        {gone.map(({ last, deletedAt }) => (
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
            <Button variant="secondary" onClick={() => void acts.save(last, last)}>
              Bring back<span className="sr-only">: {excerpt(last)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
