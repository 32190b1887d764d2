import type { LessonId } from "../../domain/ids.ts";
import type { Note } from "../../domain/notes.ts";
import { paths } from "../../domain/paths.ts";
import { entryOf } from "../../domain/search.ts";
import type { CourseEntry } from "./useLessonIndex.ts";

/**
 * The learner's notes and highlights made searchable, without the deleted ones. Each leads to its place in the lesson
 * where that can be opened here, else to its place among the notes.
 */
export function noteEntries(notes: readonly Note[], canOpen: (lessonId: LessonId) => boolean): CourseEntry[] {
  return notes
    .filter(({ current }) => !current.deleted)
    .map(({ current: { noteId, lessonId, body, anchor } }) =>
      entryOf({
        kind: "section",
        lessonId,
        heading: "",
        label: body ? "Your note" : "Your highlight",
        text: [body, anchor && (body ? `“${anchor.quote}”` : anchor.quote)].filter(Boolean).join(" · "),
        to: canOpen(lessonId) ? paths.course(lessonId, `note-${noteId}`) : `${paths.notes()}#note-${noteId}`,
      }),
    );
}
