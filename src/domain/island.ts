import { z } from "zod";
import { LESSON_IDS } from "./ids.ts";

/** Unique within its page; the placeholder in the page's HTML carries it as `data-island`. */
const id = z.string().min(1);
/** HTML of a few words, made by the content compiler. */
const inlineHtml = z.string();

const sortSchema = z.object({
  kind: z.literal("sort"),
  id,
  title: z.string().optional(),
  places: z.array(z.string().min(1)).min(2),
  /** `place` is an index into `places`. */
  rows: z.array(z.object({ what: inlineHtml, place: z.int().min(0), why: inlineHtml })).min(1),
});

const fieldSchema = z.object({
  kind: z.literal("field"),
  /** The workbook field's id as well, unique over the course. */
  id,
  label: z.string().min(1),
  hint: z.string().optional(),
  /** Lines shown at first; 1 is a single line. */
  lines: z.int().positive(),
});

const workbookSchema = z.object({
  kind: z.literal("workbook"),
  id,
  /** Fields of this or another lesson, in the order to show; `sheet` is the sheet they are on, if any. */
  fields: z
    .array(
      z.object({
        id,
        label: z.string().min(1),
        lessonId: z.enum(LESSON_IDS),
        sheet: z.string().optional(),
      }),
    )
    .min(1),
});

const marksSchema = z.object({
  kind: z.literal("marks"),
  id,
  title: z.string().optional(),
  passMarks: z.int().positive(),
  rows: z
    .array(
      z.object({
        /** The workbook field that keeps this row's marks as "0" to "4". */
        fieldId: id,
        criterion: z.string().min(1),
        /** No pass with 0 marks here. */
        needed: z.boolean(),
        /** What earns 0, 1 or 2, 3 and 4 marks. */
        levels: z.tuple([inlineHtml, inlineHtml, inlineHtml, inlineHtml]),
      }),
    )
    .min(1),
});

/** A part of a lesson or sheet that is more than text: the page holds an empty element in its place. */
export const islandSchema = z.discriminatedUnion("kind", [
  sortSchema,
  fieldSchema,
  workbookSchema,
  marksSchema,
]);
export type Island = z.infer<typeof islandSchema>;
export type SortIsland = z.infer<typeof sortSchema>;
export type FieldIsland = z.infer<typeof fieldSchema>;
export type WorkbookIsland = z.infer<typeof workbookSchema>;
export type MarksIsland = z.infer<typeof marksSchema>;
