import type { LessonId } from "../domain/ids.ts";
import { optionalLearnerDb } from "./active.ts";
import { nativeWrite } from "./nativeWrite.ts";
import type { DraftEntry, QuizDraft } from "./rows.ts";

/**
 * A half-answered quiz stays on the device, so that a closed tab costs no answer. With nobody signed in nothing
 * is kept (spec §6) and there is nothing to load.
 */

/** The draft and the version of the lesson that it answers, or null: answers to other questions are worth nothing. */
export async function loadDraft(lessonId: LessonId): Promise<Pick<DraftEntry, "version" | "draft"> | null> {
  const db = await optionalLearnerDb();
  return (await db?.drafts.get(lessonId)) ?? null;
}

/** Costs as little as can be: taps follow each other. */
export async function saveDraft(lessonId: LessonId, version: number, draft: QuizDraft): Promise<void> {
  const db = await optionalLearnerDb();
  if (!db) return;
  const entry: DraftEntry = { lessonId, version, draft, savedAt: new Date().toISOString() };
  await nativeWrite(db, ["drafts"], (store, finish) => {
    store("drafts").put(entry);
    finish(undefined);
  });
}

export async function clearDraft(lessonId: LessonId): Promise<void> {
  const db = await optionalLearnerDb();
  await db?.drafts.delete(lessonId);
}
