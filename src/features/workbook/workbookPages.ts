import { outlineLesson } from "../../domain/course/course.ts";
import type { FieldIsland, MarksIsland } from "../../domain/course/island.ts";
import { allIslands, type LessonPack } from "../../domain/course/pack.ts";
import type { LessonId } from "../../domain/ids.ts";

/** The fields and self-marking of one lesson and its sheets, in lesson order. */
export type WorkbookPage = {
  lessonId: LessonId;
  title: string;
  fields: FieldIsland[];
  marks: MarksIsland["rows"];
};

/** One page for each installed lesson with workbook questions. */
export function workbookPages(packs: readonly LessonPack[]): WorkbookPage[] {
  return packs.flatMap((pack): WorkbookPage[] => {
    const islands = allIslands(pack);
    const fields = islands.filter((each) => each.kind === "field");
    const marks = islands.flatMap((each) => (each.kind === "marks" ? each.rows : []));
    if (fields.length + marks.length === 0) return [];
    return [{ lessonId: pack.lessonId, title: outlineLesson(pack.lessonId).title, fields, marks }];
  });
}

/** The lesson with the latest answer, or the first one while there is none. */
export function latestLesson(
  pages: readonly WorkbookPage[],
  writtenAt: (fieldId: string) => string,
): LessonId | undefined {
  const latest = ({ fields, marks }: WorkbookPage) =>
    [...fields.map(({ id }) => writtenAt(id)), ...marks.map(({ fieldId }) => writtenAt(fieldId))]
      .sort()
      .at(-1) ?? "";
  return pages.toSorted((a, b) => latest(b).localeCompare(latest(a)))[0]?.lessonId;
}

export function countWritten(fields: readonly FieldIsland[], answerTo: (fieldId: string) => string): number {
  return fields.filter(({ id }) => answerTo(id).trim() !== "").length;
}

/** The whole workbook as plain text, without unanswered questions. */
export function workbookText(pages: readonly WorkbookPage[], answerTo: (fieldId: string) => string): string {
  const lessons = pages.flatMap(({ lessonId, title, fields, marks }) => {
    const answers = fields.flatMap(({ id, label }) => {
      const value = answerTo(id).trim();
      return value ? [`${label}\n${value}`] : [];
    });
    const points = marks.flatMap(({ fieldId, criterion }) => {
      const value = answerTo(fieldId);
      return value ? [`${criterion}: ${value}`] : [];
    });
    if (answers.length + points.length === 0) return [];
    const head = `Lesson ${lessonId}: ${title}`;
    return [
      [head, "=".repeat(head.length), ...answers, ...(points.length > 0 ? [points.join("\n")] : [])].join(
        "\n\n",
      ),
    ];
  });
  return `${["My workbook, AI Fluency in 30 Days", ...lessons].join("\n\n\n")}\n`;
}
