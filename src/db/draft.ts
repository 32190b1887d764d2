import type { LessonId } from "../domain/ids.ts";
import { settledActive } from "./active.ts";
import { learnerDb } from "./learnerDb.ts";
import type { QuizDraft } from "./rows.ts";

/**
 * A half-answered quiz stays on the device, so that a closed tab costs no answer. With nobody signed in nothing
 * is kept (spec §6) and there is nothing to load.
 */

/** The draft of exactly this version of the lesson, or null: answers to other questions are worth nothing. */
export async function loadDraft(lessonId: LessonId, version: number): Promise<QuizDraft | null> {
  const db = await activeDb();
  const entry = await db?.drafts.get(lessonId);
  return entry?.version === version ? entry.draft : null;
}

export async function saveDraft(lessonId: LessonId, version: number, draft: QuizDraft): Promise<void> {
  const db = await activeDb();
  await db?.drafts.put({ lessonId, version, draft, savedAt: new Date().toISOString() });
}

export async function clearDraft(lessonId: LessonId): Promise<void> {
  const db = await activeDb();
  await db?.drafts.delete(lessonId);
}

async function activeDb() {
  const active = await settledActive();
  return active.status === "signedIn" ? learnerDb(active.identity.userId) : undefined;
}
