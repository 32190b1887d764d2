import { useEffect } from "react";
import { useLessonPacks } from "../../db/lessonPacks.ts";
import { useNotes } from "../../db/notes.ts";
import type { LessonId } from "../../domain/ids.ts";
import { paths } from "../../domain/paths.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { DeletedLine } from "./DeletedLine.tsx";
import { DeletedNotes } from "./DeletedNotes.tsx";
import { LessonSection } from "./LessonSection.tsx";
import { notesByLesson } from "./notesByLesson.ts";
import { TakeNotes } from "./TakeNotes.tsx";
import { useNoteActs } from "./useNoteActs.ts";

type Props = { canWrite: (lessonId: LessonId) => boolean };

/** All notes and highlights of the course, to reread, find in their lessons, or export. */
export function NotesPage({ canWrite }: Props) {
  const stored = useNotes();
  const lessons = useLessonPacks();
  const { acts, deleted, undo } = useNoteActs();
  const isOpen = stored.status === "ready" && lessons.status === "ready";
  // Synchronises with the window's scroll position: the search links to a note by its fragment.
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
          <p>Select words in a lesson to highlight them or to write a note on them.</p>
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
