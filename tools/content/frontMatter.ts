import { z } from "zod";
import { COURSE, moduleOf, outlineLesson } from "../../src/domain/course.ts";
import { isLessonId, type LessonId } from "../../src/domain/ids.ts";
import type { ContentError } from "./contentError.ts";
import { parseYaml, type YamlSource } from "./parseYaml.ts";
import { text } from "./text.ts";

const frontMatterSchema = z.strictObject({
  lesson: z.int(),
  module: z.int(),
  title: text,
  minutes: z.int(),
  objectives: z.array(text).min(1),
  summary: text,
  terms: z.array(z.strictObject({ term: text, definition: text })),
  sources: z.array(z.strictObject({ title: text, date: text, note: text.optional() })),
});
export type FrontMatter = z.infer<typeof frontMatterSchema>;

/** Parses the front matter of a lesson and holds it against the course outline in `src/domain/course.ts`. */
export function parseFrontMatter(
  source: YamlSource,
): { value: FrontMatter; lessonId: LessonId } | { errors: ContentError[] } {
  const parsed = parseYaml(frontMatterSchema, source);
  if ("errors" in parsed) return parsed;
  const { value, lineOf } = parsed;
  const complain = (key: keyof FrontMatter, message: string): ContentError => ({
    file: source.file,
    line: lineOf([key]),
    message,
  });

  const lessonId = String(value.lesson);
  if (!isLessonId(lessonId)) {
    return { errors: [complain("lesson", `lesson ${lessonId} is not in the outline of ${COURSE.title}`)] };
  }
  const outline = outlineLesson(lessonId);
  const moduleId = moduleOf(lessonId).id;
  const errors: ContentError[] = [];
  if (value.title !== outline.title) {
    errors.push(complain("title", `title is "${value.title}", the outline says "${outline.title}"`));
  }
  if (String(value.module) !== moduleId) {
    errors.push(complain("module", `module is ${value.module}, the outline says ${moduleId}`));
  }
  if (value.minutes !== outline.minutes) {
    errors.push(complain("minutes", `minutes is ${value.minutes}, the outline says ${outline.minutes}`));
  }
  return errors.length > 0 ? { errors } : { value, lessonId };
}
