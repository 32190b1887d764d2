import { COURSE } from "../../domain/course/course.ts";
import type { NoteVersion } from "../../entities/note/note.ts";
import type { LessonGroup } from "./notesByLesson.ts";

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
