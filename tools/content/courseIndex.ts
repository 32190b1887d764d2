import { visit } from "unist-util-visit";
import type { LessonId } from "../../src/domain/ids.ts";
import { termSlug } from "../../src/domain/text/terms.ts";
import type { ContentError } from "./contentError.ts";
import { markFieldId } from "./islands/markFieldId.ts";
import type { LessonSource, TextSource } from "./lesson/lessonSource.ts";

type IndexedTerm = { term: string; definition: string; lessonId: LessonId };
/** `sheet` or `lab` is the page of the lesson that it is on, if it is not in the lesson itself. */
type IndexedField = { label: string; lessonId: LessonId; sheet?: string; lab?: string };

/** Everything that a lesson may refer to in other lessons. */
export type CourseIndex = {
  /** Every lesson folder, by name. */
  folders: ReadonlyMap<string, LessonId>;
  /** By slug. */
  terms: ReadonlyMap<string, IndexedTerm>;
  fields: ReadonlyMap<string, IndexedField>;
  sheets: ReadonlyMap<string, LessonId>;
};

/**
 * Collects terms, fields and sheets of all lessons, including those with errors, so that one lesson's errors do not
 * cause errors in another. Reports duplicates.
 */
export function indexCourse(lessons: readonly LessonSource[]): {
  index: CourseIndex;
  errors: ContentError[];
} {
  const errors: ContentError[] = [];
  const folders = new Map<string, LessonId>();
  const terms = new Map<string, IndexedTerm>();
  const fields = new Map<string, IndexedField>();
  const sheets = new Map<string, LessonId>();

  for (const lesson of lessons) {
    const { lessonId } = lesson;
    if (!lessonId) continue;
    folders.set(lesson.folder, lessonId);
    for (const { term, definition, line } of lesson.terms) {
      const slug = termSlug(term);
      const twin = terms.get(slug);
      if (twin) {
        const message = `the term "${term}" is introduced by lesson ${twin.lessonId} already`;
        errors.push({ file: lesson.lessonFile, line, message });
      } else terms.set(slug, { term, definition, lessonId });
    }
    for (const sheet of [...lesson.sheets, ...lesson.labs]) {
      const twin = sheets.get(sheet.name);
      if (twin) {
        const message = `lesson ${twin} already has a sheet or lab called ${sheet.name}`;
        errors.push({ file: sheet.file, line: 1, message });
      } else sheets.set(sheet.name, lessonId);
    }
    const texts = [
      ...(lesson.body ? [{ text: lesson.body, on: {} }] : []),
      ...lesson.sheets.map((text) => ({ text, on: { sheet: text.name } })),
      ...lesson.labs.map((text) => ({ text, on: { lab: text.name } })),
    ];
    for (const { text, on } of texts) {
      for (const { id, label, line } of fieldsOf(text, lessonId)) {
        const twin = fields.get(id);
        if (twin) {
          const message = `the field ${id} is already in lesson ${twin.lessonId}`;
          errors.push({ file: text.file, line, message });
        } else fields.set(id, { label, lessonId, ...on });
      }
    }
  }
  return { index: { folders, terms, fields, sheets }, errors };
}

function fieldsOf(text: TextSource, lessonId: LessonId): { id: string; label: string; line: number }[] {
  const found: { id: string; label: string; line: number }[] = [];
  visit(text.tree, (node) => {
    const line = node.position?.start.line ?? 1;
    if (node.type === "leafDirective" && node.name === "field") {
      const id = node.attributes?.id?.trim();
      if (id) found.push({ id, label: node.attributes?.label?.trim() ?? "", line });
    }
    if (node.type === "containerDirective" && node.name === "marks") {
      const table = node.children.find((each) => each.type === "table");
      const rows = table?.type === "table" ? table.children.slice(1) : [];
      for (const index of rows.keys()) {
        found.push({ id: markFieldId(lessonId, index), label: `Marks for row ${index + 1}`, line });
      }
    }
  });
  return found;
}
