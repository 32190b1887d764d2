import { useEffect, useRef, useState } from "react";
import type { LessonId } from "../../domain/ids.ts";
import { lastContent, type Note, type NoteVersion } from "../../domain/notes.ts";
import { Button } from "../../ui/Button.tsx";
import { Disclosure } from "../../ui/Disclosure.tsx";
import { excerpt, writtenAt } from "./noteWords.ts";
import { Quote } from "./Quote.tsx";
import type { NoteActs } from "./useNoteActs.ts";

type Props = { notes: readonly Note[]; acts: NoteActs; canWrite: (lessonId: LessonId) => boolean };

/** Restores deleted notes, including notes that another device deleted before it had received the latest edit. */
export function DeletedNotes({ notes, acts, canWrite }: Props) {
  const gone = notes.flatMap((note) => {
    const last = note.current.deleted ? lastContent(note) : null;
    return last && canWrite(last.lessonId) ? [{ last, deletedAt: writtenAt(note.current) }] : [];
  });
  const list = useRef<HTMLUListElement>(null);
  const [broughtBack, setBroughtBack] = useState<{ note: NoteVersion; index: number } | null>(null);
  const isBack = broughtBack !== null && gone.every(({ last }) => last.noteId !== broughtBack.note.noteId);

  // Synchronises with the browser's focus: the pressed button disappeared with its line. Focus moves to the next
  // button, or to the restored note if there is none.
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
