import { createHash } from "node:crypto";
import { canonicalJson } from "../../../src/domain/canonicalJson.ts";
import type { Audience } from "../../../src/domain/course/pack.ts";
import type { LessonId } from "../../../src/domain/ids.ts";
import type { LearnerAnswer } from "../../../src/sync/exchange/authenticatedRequest.ts";
import { lessonPack } from "../lessons.ts";

export type PublishedLesson = ReturnType<typeof publishedLesson>;

/** A row of the `lessons` table as the server returns it, with the hash of its content. */
export function publishedLesson(lessonId: LessonId, version = 1, takeaway = "Check first.") {
  const pack = { ...lessonPack(lessonId), takeaways: [takeaway] };
  const json = canonicalJson(pack);
  const hash = createHash("sha256").update(json).digest("hex");
  return {
    lesson_id: lessonId,
    version,
    hash,
    bytes: json.length,
    is_preview: lessonId === "1",
    audience: "everyone" as Audience,
    pack,
  };
}

/**
 * A server that publishes these rows. `instead` replaces the reply for a lesson. Each request is recorded
 * in `asked`: "manifest" or a lesson's id.
 */
export function serving(
  rows: PublishedLesson[],
  asked: string[],
  instead: Partial<Record<LessonId, LearnerAnswer>> = {},
) {
  return async (path: string): Promise<LearnerAnswer> => {
    const lessonId = /lesson_id=eq\.(\w+)/.exec(path)?.[1];
    asked.push(lessonId ?? "manifest");
    if (!lessonId) return { status: "json", body: rows.map(({ pack: _, ...row }) => row) };
    const audience = /audience=eq\.(\w+)/.exec(path)?.[1];
    const row = rows.find((each) => each.lesson_id === lessonId && each.audience === audience);
    return instead[lessonId as LessonId] ?? { status: "json", body: row ? [row] : [] };
  };
}
