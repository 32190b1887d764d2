import { newNote } from "../../db/writeNote.ts";
import type { LessonId } from "../../domain/ids.ts";
import { MAX_NOTES_PER_LESSON, type NoteContent } from "../../domain/notes.ts";
import { toast } from "../../ui/toast.ts";
import type { NoteActs } from "./useNoteActs.ts";

type Lesson = {
  lessonId: LessonId;
  lessonVersion: number;
  /** Of the lesson's notes, deleted ones among them. */
  count: number;
  acts: NoteActs;
};

/** Makes a note and answers its id, or null when it was not kept. */
export type CreateNote = (content: NoteContent) => Promise<string | null>;

/** How new notes of a lesson are made. */
export function createNotes({ lessonId, lessonVersion, count, acts }: Lesson): CreateNote {
  return async (content) => {
    if (count >= MAX_NOTES_PER_LESSON) {
      toast({
        title: "No room for another note",
        description: `A lesson can have ${MAX_NOTES_PER_LESSON} notes, including deleted ones. Please add to an existing note.`,
        variant: "destructive",
      });
      return null;
    }
    const subject = newNote(lessonId, lessonVersion);
    return (await acts.save(subject, content)) ? subject.noteId : null;
  };
}
