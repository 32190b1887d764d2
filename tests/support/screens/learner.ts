import { v4 as uuid } from "uuid";
import { storeIdentity } from "../../../src/db/store/active.ts";
import { type LearnerDb, learnerDb } from "../../../src/db/store/learnerDb.ts";
import type { LessonEntry } from "../../../src/db/store/rows.ts";
import type { LessonPack } from "../../../src/domain/course/pack.ts";
import { PREVIEW_LESSON_ID, requireUserId } from "../../../src/domain/ids.ts";

/** Signs a new learner in on this device, without a session, and returns the learner's database. */
export async function signInLearner(email = "learner@academy.example"): Promise<LearnerDb> {
  const userId = requireUserId(uuid());
  await storeIdentity({ userId, email, mustChangePassword: false });
  return learnerDb(userId);
}

/** A lesson as a device stores it. */
export function storedLesson(pack: LessonPack, version = 1): LessonEntry {
  const { lessonId } = pack;
  const isPreview = lessonId === PREVIEW_LESSON_ID;
  return { lessonId, version, hash: "0".repeat(64), bytes: 1, isPreview, pack };
}
