import type { LessonId } from "../../domain/ids.ts";
import { optionalLearnerDb } from "../store/active.ts";
import type { DraftEntry, QuizDraft } from "../store/rows.ts";
import { writeWithRetry } from "../store/writeWithRetry.ts";

/**
 * Half-answered quizzes are stored on the device, so that closing the tab loses no answers. For visitors nothing is
 * stored (spec §6) and nothing is loaded.
 */

/** The draft and the lesson version that it answers, or null. Answers to another version's questions cannot be used. */
export async function loadDraft(lessonId: LessonId): Promise<Pick<DraftEntry, "version" | "draft"> | null> {
  const db = await optionalLearnerDb();
  return (await db?.drafts.get(lessonId)) ?? null;
}

export async function saveDraft(lessonId: LessonId, version: number, draft: QuizDraft): Promise<void> {
  const db = await optionalLearnerDb();
  if (!db) return;
  const entry: DraftEntry = { lessonId, version, draft, savedAt: new Date().toISOString() };
  await writeWithRetry(db, lessonId, () => db.drafts.put(entry));
}

export async function clearDraft(lessonId: LessonId): Promise<void> {
  const db = await optionalLearnerDb();
  await db?.drafts.delete(lessonId);
}
