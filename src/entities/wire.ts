import * as z from "zod/mini";
import { LESSON_IDS } from "../domain/ids.ts";
import { isLocalDay, type LocalDay } from "../domain/study/studyDays.ts";
import { storableText } from "../domain/text/typedText.ts";

/** Parts of messages that several entities share. */

export const instant = z.iso.datetime({ offset: true });
export const uuid = z.uuid();
export const rev = z.int().check(z.nonnegative());

/** A string of at most `most` characters that the database can store. */
export const text = (most: number) =>
  z.string().check(z.refine((value) => storableText(value, most) === value));

export const lessonId = z.enum(LESSON_IDS);
export const percent = z.int().check(z.minimum(0), z.maximum(100));
/** A calendar day of the learner: YYYY-MM-DD. */
export const localDay = z.custom<LocalDay>((value) => typeof value === "string" && isLocalDay(value));
