import type { LessonId } from "../../domain/ids.ts";
import { MAX_NOTES_PER_LESSON, type NoteContent, newNote } from "../../entities/note/note.ts";
import { toast } from "../../ui/overlay/toast.ts";
import type { NoteActs } from "./useNoteActs.ts";

type Lesson = {
  lessonId: LessonId;
  lessonVersion: number;
  /** Number of the lesson's notes, deleted ones included. */
  count: number;
  acts: NoteActs;
};

/** Creates a note. Resolves to its id, or to null if it could not be stored. */
export type CreateNote = (content: NoteContent) => Promise<string | null>;

/** Returns the function that creates notes in a lesson. */
export function createNotes({ lessonId, lessonVersion, count, acts }: Lesson): CreateNote {
  return async (content) => {
    if (count >= MAX_NOTES_PER_LESSON) {
      toast({
        title: "Note limit reached",
        description: `A lesson can have ${MAX_NOTES_PER_LESSON} notes, including deleted ones. Please add to an existing note.`,
        variant: "destructive",
      });
      return null;
    }
    const subject = newNote(lessonId, lessonVersion);
    return (await acts.save(subject, content)) ? subject.noteId : null;
  };
}
