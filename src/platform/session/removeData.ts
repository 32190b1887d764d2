import { dropAllVideos } from "../../db/lessons/videoFiles.ts";
import { deleteLearnerDb, hasAnyLearnerDb } from "../../db/store/learnerDb.ts";
import { dropRemoval, notedRemovals } from "../../db/store/removals.ts";
import { clearMirror } from "../../db/synced/mirror.ts";
import type { UserId } from "../../domain/ids.ts";

/**
 * Removes everything of a learner who has signed out. Does not settle while a suspended tab has a connection to the
 * learner's database.
 */
export async function removeLearnerData(userId: UserId): Promise<void> {
  clearMirror(userId);
  await deleteLearnerDb(userId);
  await forgetVideos().catch((error: unknown) => console.warn("Videos could not be removed", error));
  dropRemoval(userId);
}

/** Finishes the removals that an earlier page could not. Signing in again drops the note, so this removes no new work. */
export async function finishRemovals(): Promise<void> {
  await Promise.all(notedRemovals().map(removeLearnerData));
}

/** Videos are shared by all learners on this device, so they are kept while any learner's database exists. */
async function forgetVideos(): Promise<void> {
  if (!(await hasAnyLearnerDb())) await dropAllVideos();
}
