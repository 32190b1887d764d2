import { outlineLesson } from "../../domain/course/course.ts";
import type { LessonPack } from "../../domain/course/pack.ts";
import { LESSON_IDS, type LessonId } from "../../domain/ids.ts";
import type { Note } from "../../entities/note/note.ts";
import { placeNotes } from "./highlights/highlights.ts";
import { indexText } from "./highlights/textIndex.ts";

export type LessonGroup = { lessonId: LessonId; title: string; notes: readonly Note[] };

/**
 * The notes that are not deleted, by lesson in course order. Within a lesson that is on the device, they are in reading
 * order.
 */
export function notesByLesson(notes: readonly Note[], packs: readonly LessonPack[]): LessonGroup[] {
  return LESSON_IDS.flatMap((lessonId) => {
    const ofLesson = notes.filter(({ current }) => current.lessonId === lessonId);
    if (ofLesson.length === 0) return [];
    const placed = placeNotes(wordsOf(packs.find((pack) => pack.lessonId === lessonId)), ofLesson);
    return placed.length > 0 ? [{ lessonId, title: outlineLesson(lessonId).title, notes: placed }] : [];
  });
}

/** The lesson's text as the lesson page shows it: objectives first, then the text. */
function wordsOf(pack: LessonPack | undefined): string {
  if (!pack) return "";
  const { body } = new DOMParser().parseFromString(pack.html, "text/html");
  return `${pack.objectives.join(" ")} ${indexText(body).text}`;
}
