import { paths } from "../../domain/paths.ts";
import { TextLink } from "../../ui/TextLink.tsx";
import { useDrafts } from "./drafts.ts";
import { NoteItem } from "./NoteItem.tsx";
import type { LessonGroup } from "./notesByLesson.ts";
import { excerpt } from "./noteWords.ts";
import type { NoteActs } from "./useNoteActs.ts";

type Props = { group: LessonGroup; acts: NoteActs; canWrite: boolean };

export function LessonSection({ group: { lessonId, title, notes }, acts, canWrite }: Props) {
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
                to={paths.course(lessonId, `note-${note.current.noteId}`)}
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
