import { z } from "zod";
import { LESSON_IDS } from "./ids.ts";

/** Unique within its page. The placeholder in the page's HTML has it as `data-island`. */
const id = z.string().min(1);
/** A few words of HTML, made by the content compiler. */
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
  /** Also the id of the workbook field, unique in the course. */
  id,
  label: z.string().min(1),
  hint: z.string().optional(),
  /** Number of lines shown initially; 1 means a single-line input. */
  lines: z.int().positive(),
});

const workbookSchema = z.object({
  kind: z.literal("workbook"),
  id,
  /** Fields of this or another lesson, in display order. `sheet` is the sheet that they are on, if any. */
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
        /** The workbook field that stores this row's marks as "0" to "4". */
        fieldId: id,
        criterion: z.string().min(1),
        /** 0 marks in this row prevent a pass. */
        needed: z.boolean(),
        /** What earns 0, 1 or 2, 3 and 4 marks. */
        levels: z.tuple([inlineHtml, inlineHtml, inlineHtml, inlineHtml]),
      }),
    )
    .min(1),
});

/** An interactive part of a lesson or sheet. The page contains an empty element in its place. */
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
