import { z } from "zod";
import { COURSE, moduleOf, outlineLesson } from "../../../src/domain/course/course.ts";
import { SOURCE_LABELS } from "../../../src/domain/course/pack.ts";
import { isLessonId, type LessonId } from "../../../src/domain/ids.ts";
import { termSlug } from "../../../src/domain/text/terms.ts";
import type { ContentError } from "../contentError.ts";
import { type LineOf, parseYaml, type YamlSource } from "../parseYaml.ts";
import { text } from "../text/text.ts";

const LABELS = SOURCE_LABELS.join(", ");

/** A longer list would be read by no one. */
const MAX_FURTHER = 4;

/** More would be another text to read. */
const TAKEAWAYS = 3;

export const sourceSchema = z
  .strictObject({
    title: text,
    date: text,
    label: z.enum(SOURCE_LABELS, {
      error: ({ input }) =>
        input === undefined ? `is missing: use one of ${LABELS}` : `must be one of ${LABELS}`,
    }),
    note: text.optional(),
    /** The words with which the lesson names a report that is the only source of a claim. */
    named: text.optional(),
    /** Why to read the whole work, in one sentence. The page of the labs lists these works. */
    further: text
      .refine((value) => /^[^.!?]*\.$/.test(value), {
        error: "must be one sentence that ends with a full stop",
      })
      .optional(),
  })
  .refine((each) => each.label !== "S1" || each.named !== undefined, {
    path: ["named"],
    error: "is missing: give the words with which the text names this report",
  })
  .refine((each) => each.label === "S1" || each.named === undefined, {
    path: ["named"],
    error: "is only for a source with label S1",
  });

const termsSchema = z.array(
  z.strictObject({
    term: text.refine((value) => termSlug(value) !== "", { error: "has no letters" }),
    definition: text,
  }),
);

const frontMatterSchema = z.strictObject({
  lesson: z.int(),
  module: z.int(),
  title: text,
  minutes: z.int(),
  objectives: z.array(text).min(1),
  takeaways: z.array(text).length(TAKEAWAYS),
  terms: termsSchema,
  sources: z.array(sourceSchema),
});
export type FrontMatter = z.infer<typeof frontMatterSchema>;

export type TermEntry = z.infer<typeof termsSchema>[number] & { line: number };

/** The terms of a front matter, even if it has errors elsewhere; none when the terms themselves are invalid. */
export function termsOf(source: YamlSource): TermEntry[] {
  const parsed = parseYaml(z.looseObject({ terms: termsSchema }), source);
  if ("errors" in parsed) return [];
  return parsed.value.terms.map((each, index) => ({ ...each, line: parsed.lineOf(["terms", index]) }));
}

/** Parses the front matter of a lesson and compares it with the course outline in `src/domain/course/course.ts`. */
export function parseFrontMatter(
  source: YamlSource,
): { value: FrontMatter; lessonId: LessonId; lineOf: LineOf } | { errors: ContentError[] } {
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
  const further = value.sources.filter((each) => each.further !== undefined).length;
  if (further === 1 || further > MAX_FURTHER) {
    errors.push(
      complain("sources", `works for further reading: ${further}, needs 2 to ${MAX_FURTHER} or none`),
    );
  }
  return errors.length > 0 ? { errors } : { value, lessonId, lineOf };
}
