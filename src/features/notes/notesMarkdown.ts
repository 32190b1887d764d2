import { COURSE, outlineLesson } from "../../domain/course/course.ts";
import type { LessonPack } from "../../domain/course/pack.ts";
import { LESSON_IDS, type LessonId } from "../../domain/ids.ts";
import type { Note, NoteVersion } from "../../entities/note/note.ts";
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

/** All notes as Markdown: a heading for each lesson, highlights as quotations, notes word for word. */
export function notesMarkdown(groups: readonly LessonGroup[]): string {
  const parts = groups.flatMap(({ lessonId, title, notes }) => [
    `## Lesson ${lessonId}: ${title}`,
    notes.map(({ current }) => noteMarkdown(current)).join("\n\n---\n\n"),
  ]);
  return `${[`# My notes on ${COURSE.title}`, ...parts].join("\n\n")}\n`;
}

function noteMarkdown({ anchor, body }: NoteVersion): string {
  const quote = anchor?.quote
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");
  return [quote, body].filter(Boolean).join("\n\n");
}
