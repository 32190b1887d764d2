import { createHash } from "node:crypto";
import { canonicalJson } from "../../../src/domain/canonicalJson.ts";
import type { LessonPack, LessonRow } from "../../../src/domain/course/pack.ts";
import { PREVIEW_LESSON_ID } from "../../../src/domain/ids.ts";
import { type OutlineRow, outlineRows } from "./outline.ts";

export type PublishedLesson = Pick<LessonRow, "lesson_id" | "version" | "hash">;
export type PublishRow = LessonRow & { course_id: string; pack: LessonPack };

/** The store of the outline and the published lessons. `publish` replaces the lesson's earlier row. */
export type LessonStore = {
  publishOutline(rows: OutlineRow[]): Promise<void>;
  current(): Promise<PublishedLesson[]>;
  publish(row: PublishRow): Promise<void>;
};

/**
 * Publishes the outline, then the packs that changed, and returns those packs. Lessons that are no longer in `packs` are not
 * changed.
 */
export async function publishCourse(packs: LessonPack[], store: LessonStore): Promise<PublishedLesson[]> {
  // Must come first: the database accepts only lessons of the outline.
  await store.publishOutline(outlineRows());
  const changed = changedRows(packs, await store.current());
  for (const row of changed) await store.publish(row);
  return changed.map(({ lesson_id, version, hash }) => ({ lesson_id, version, hash }));
}

/**
 * The rows that differ from the published ones. A lesson's version rises by one when its hash differs and stays
 * otherwise, so publishing again does nothing.
 */
export function changedRows(packs: LessonPack[], published: readonly PublishedLesson[]): PublishRow[] {
  const current = new Map(published.map((row) => [row.lesson_id, row]));
  return packs.flatMap((pack) => {
    const json = canonicalJson(pack);
    const hash = createHash("sha256").update(json).digest("hex");
    const before = current.get(pack.lessonId);
    if (before?.hash === hash) return [];
    return {
      course_id: pack.courseId,
      lesson_id: pack.lessonId,
      version: (before?.version ?? 0) + 1,
      hash,
      bytes: Buffer.byteLength(json, "utf8"),
      is_preview: pack.lessonId === PREVIEW_LESSON_ID,
      pack,
    };
  });
}
