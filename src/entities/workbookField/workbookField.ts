import * as z from "zod/mini";
import { readLabState } from "../../domain/course/labState.ts";
import { isLessonId, type LessonId } from "../../domain/ids.ts";
import { storableText } from "../../domain/text/typedText.ts";
import { excerpt } from "../excerpt.ts";
import { defineKind } from "../row.ts";

/** What a learner wrote in one field of the workbook. */
export type WorkbookField = { fieldId: string; value: string };

/** `lNN-…`: NN is the lesson that the field belongs to. */
export const WORKBOOK_FIELD_ID = /^l(0[1-9]|1[01])-[a-z0-9-]{1,40}$/;
export const MAX_FIELD_CHARACTERS = 4_000;

/** The lesson that a field belongs to. Throws if the id is invalid, because field ids come from our own content. */
export function lessonOfField(fieldId: string): LessonId {
  const lessonId = String(Number(WORKBOOK_FIELD_ID.exec(fieldId)?.[1]));
  if (!isLessonId(lessonId)) throw new Error(`${fieldId} is not a workbook field`);
  return lessonId;
}

/** The text as a field stores it: its first 4,000 characters (code points), without characters that cannot be stored. */
export function fieldText(typed: string): string {
  return storableText(typed, MAX_FIELD_CHARACTERS);
}

export const workbookField = defineKind<WorkbookField>({
  kind: "workbook",
  keyOf: (content) => content.fieldId,
  schema: () => z.looseObject({ fieldId: z.string().check(z.regex(WORKBOOK_FIELD_ID)), value: z.string() }),
  join: { keeps: "latest" },
  lessonOf: (content) => lessonOfField(content.fieldId),
  isStudy: true,
  isWork: true,
  label: ({ fieldId, value }) =>
    readLabState(value) === null
      ? `Lesson ${lessonOfField(fieldId)} workbook: ${excerpt(value)}`
      : `Lesson ${lessonOfField(fieldId)} lab`,
  exportAs: "Workbook",
});
