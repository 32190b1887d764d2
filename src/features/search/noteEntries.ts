import type { LessonId } from "../../domain/ids.ts";
import type { Note } from "../../domain/notes.ts";
import { paths } from "../../domain/paths.ts";
import { entryOf } from "../../domain/search.ts";
import type { CourseEntry } from "./useLessonIndex.ts";

/**
 * Search entries for the learner's notes and highlights, without deleted ones. Each links to its place in the lesson if
 * that can be opened here, otherwise to its entry on the notes page.
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
