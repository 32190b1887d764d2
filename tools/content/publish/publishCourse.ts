import { createHash } from "node:crypto";
import { canonicalJson } from "../../../src/domain/canonicalJson.ts";
import type { Audience, LessonPack, LessonRow } from "../../../src/domain/course/pack.ts";
import { PREVIEW_LESSON_ID } from "../../../src/domain/ids.ts";
import { type OutlineRow, outlineRows } from "./outline.ts";

export type PublishedLesson = Pick<LessonRow, "lesson_id" | "audience" | "version" | "hash">;
export type PublishRow = LessonRow & { course_id: string; pack: LessonPack };

/** The packs for everyone, and those of lessons that have more for organisations. */
export type CoursePacks = { packs: LessonPack[]; extended: LessonPack[] };

/** The store of the outline and the published lessons. `publish` replaces the earlier row of that lesson and audience. */
export type LessonStore = {
  publishOutline(rows: OutlineRow[]): Promise<void>;
  current(): Promise<PublishedLesson[]>;
  publish(row: PublishRow): Promise<void>;
};

/**
 * Publishes the outline, then the packs that changed, and returns those packs. Lessons that are no longer in `course` are not
 * changed.
 */
export async function publishCourse(course: CoursePacks, store: LessonStore): Promise<PublishedLesson[]> {
  // Must come first: the database accepts only lessons of the outline.
  await store.publishOutline(outlineRows());
  const changed = changedRows(course, await store.current());
  for (const row of changed) await store.publish(row);
  return changed.map(({ lesson_id, audience, version, hash }) => ({ lesson_id, audience, version, hash }));
}

/**
 * The rows that differ from the published ones. A lesson's version rises by one when a hash differs and stays
 * otherwise, so publishing again does nothing. Both packs of a lesson have the same version, because its quiz is graded by
 * lesson and version.
 */
export function changedRows(
  { packs, extended }: CoursePacks,
  published: readonly PublishedLesson[],
): PublishRow[] {
  return packs.flatMap((pack) => {
    const mine = published.filter(({ lesson_id }) => lesson_id === pack.lessonId);
    const more = extended.filter(({ lessonId }) => lessonId === pack.lessonId);
    const rows = [publishRow(pack, "everyone"), ...more.map((each) => publishRow(each, "organisations"))];
    const isKept = rows.every((row) =>
      mine.some(({ audience, hash }) => audience === row.audience && hash === row.hash),
    );
    const version = 1 + Math.max(0, ...mine.map((row) => row.version));
    return isKept ? [] : rows.map((row) => ({ ...row, version }));
  });
}

function publishRow(pack: LessonPack, audience: Audience): Omit<PublishRow, "version"> {
  const json = canonicalJson(pack);
  return {
    course_id: pack.courseId,
    lesson_id: pack.lessonId,
    audience,
    hash: createHash("sha256").update(json).digest("hex"),
    bytes: Buffer.byteLength(json, "utf8"),
    is_preview: pack.lessonId === PREVIEW_LESSON_ID,
    pack,
  };
}
