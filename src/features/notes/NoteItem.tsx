import { type ReactNode, useState } from "react";
import type { Note, NoteVersion } from "../../entities/note/note.ts";
import { Button } from "../../ui/Button.tsx";
import { Disclosure } from "../../ui/Disclosure.tsx";
import { NoteEditor } from "./NoteEditor.tsx";
import { excerpt, writtenAt } from "./noteWords.ts";
import { Quote } from "./Quote.tsx";
import type { NoteActs } from "./useNoteActs.ts";

type Props = {
  note: Note;
  acts: NoteActs;
  /** False once the learner has lost access. Notes can then only be read and deleted. */
  canWrite: boolean;
  /** True if the note has an unsaved draft. */
  hasDraft: boolean;
  /** A link to the words in the lesson, or a statement that they are gone. */
  place: ReactNode;
};

/** One note or highlight with its actions. */
export function NoteItem({ note, acts, canWrite, hasDraft, place }: Props) {
  const [isEdited, setIsEdited] = useState(false);
  const { current } = note;
  const which = <span className="sr-only">: {excerpt(current)}</span>;
  return (
    <li
      id={`note-${current.noteId}`}
      tabIndex={-1}
      className="flex scroll-mt-6 flex-col gap-3 border-t border-line py-5"
    >
      {current.anchor && <Quote words={current.anchor.quote} colour={current.colour} />}
      {current.body && (
        <p dir="auto" className="max-w-prose whitespace-pre-wrap wrap-anywhere">
          {current.body}
        </p>
      )}
      <p className="text-base text-muted">{writtenAt(current)}</p>
      {canWrite && hasDraft && <UnsavedNote />}
      <div className="flex flex-wrap items-center gap-x-1 gap-y-2 print:hidden">
        {place}
        {canWrite && (
          <Button variant="quiet" onClick={() => setIsEdited(true)}>
            {current.body ? "Edit" : "Add a note"}
            {which}
          </Button>
        )}
        <Button variant="quiet" onClick={() => void acts.remove(note)}>
          Delete{which}
        </Button>
      </div>
      <EarlierVersions note={note} onUse={canWrite ? (version) => void acts.save(version, version) : null} />
      {isEdited && (
        <NoteEditor
          lessonId={current.lessonId}
          name={current.noteId}
          content={current}
          onSave={(content) => acts.save(current, content)}
          onClose={() => setIsEdited(false)}
        />
      )}
    </li>
  );
}

type EarlierVersionsProps = { note: Note; onUse: ((version: NoteVersion) => void) | null };

/** Earlier versions of a note from any device, including edits that lost a conflict. */
function EarlierVersions({ note: { current, earlier }, onUse }: EarlierVersionsProps) {
  const others = earlier.filter(({ body, deleted }) => !deleted && body !== "" && body !== current.body);
  if (others.length === 0) return null;
  return (
    <Disclosure summary={`Earlier versions (${others.length})`} className="max-w-prose print:hidden">
      <ul className="flex flex-col gap-4">
        {others.map((version) => (
          <li key={version.id} className="flex flex-col items-start gap-2">
            <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
              {version.body}
            </p>
            <p className="text-base text-muted">{writtenAt(version)}</p>
            {onUse && (
              <Button variant="secondary" onClick={() => onUse(version)}>
                Restore this version<span className="sr-only">, from {writtenAt(version)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

/** Shown beside a note with an unsaved draft. The draft reappears when the note is edited. */
export function UnsavedNote() {
  return <p className="font-semibold text-highlight-ink">Unsaved changes</p>;
}
