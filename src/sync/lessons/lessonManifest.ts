import * as z from "zod/mini";
import type { LessonEntry } from "../../db/store/rows.ts";
import { canonicalJson } from "../../domain/canonicalJson.ts";
import {
  lessonPackSchema,
  lessonRowSchema,
  type PublishedLesson,
  publishedLessonSchema,
} from "../../domain/course/pack.ts";
import { COURSE_ID, type LessonId } from "../../domain/ids.ts";
import { sha256Hex } from "./sha256.ts";

const ROW_COLUMNS = "lesson_id,version,hash,bytes,is_preview";

/** Paths below /rest/v1. The server returns only the lessons that the user may read. */
export const manifestPath = `lessons?select=${ROW_COLUMNS},video:pack->video&course_id=eq.${COURSE_ID}&order=lesson_id`;
export const lessonPath = (lessonId: LessonId) =>
  `lessons?select=${ROW_COLUMNS},pack&course_id=eq.${COURSE_ID}&lesson_id=eq.${lessonId}`;

/** The rows that this version of the app can read, or null when the response is not a list. */
export function parseManifest(body: unknown): PublishedLesson[] | null {
  if (!Array.isArray(body)) return null;
  return body.flatMap((row) => {
    const parsed = publishedLessonSchema.safeParse(row);
    return parsed.success ? [parsed.data] : [];
  });
}

const packRowSchema = z.array(z.extend(lessonRowSchema, { pack: z.unknown() })).check(z.length(1));

/** The lesson, if its content is readable and matches its hash; otherwise a description of the fault. */
export async function parseLesson(
  body: unknown,
  lessonId: LessonId,
): Promise<LessonEntry | { fault: string }> {
  const rows = packRowSchema.safeParse(body);
  const row = rows.data?.[0];
  if (!row) return { fault: "the reply does not contain exactly one lesson" };
  if ((await sha256Hex(new TextEncoder().encode(canonicalJson(row.pack)))) !== row.hash)
    return { fault: "the hash does not match the content" };
  const pack = lessonPackSchema.safeParse(row.pack);
  if (!pack.success) return { fault: "this version of the app cannot read it" };
  if (row.lesson_id !== lessonId || pack.data.lessonId !== lessonId)
    return { fault: "it is a different lesson" };
  const { version, hash, bytes, is_preview } = row;
  return { lessonId, version, hash, bytes, isPreview: is_preview, pack: pack.data };
}
