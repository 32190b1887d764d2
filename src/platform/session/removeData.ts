import { deviceDb } from "../../db/store/deviceDb.ts";
import { readIdentityHint, writeIdentityHint } from "../../db/store/identityHint.ts";
import { deleteLearnerDb } from "../../db/store/learnerDb.ts";
import { dropRemoval, isToBeRemoved, notedRemovals } from "../../db/store/removals.ts";
import { clearMirror } from "../../db/synced/mirror.ts";
import type { UserId } from "../../domain/ids.ts";

/**
 * Removes everything of a learner who has signed out. Does not settle while a suspended tab has a connection to the
 * learner's database.
 */
export async function removeLearnerData(userId: UserId): Promise<void> {
  clearMirror(userId);
  await deleteLearnerDb(userId);
  dropRemoval(userId, "data");
}

/**
 * Finishes the removals that an earlier page could not. Signing in again drops the notes, so this removes no new work.
 * The identities first: a learner whose data is gone must not be shown as signed in.
 */
export async function finishRemovals(): Promise<void> {
  await removeIdentities();
  await Promise.all(notedRemovals("data").map(removeLearnerData));
}

/** Deletes the stored identity if its learner is noted as leaving, and not one that has been stored since. */
export async function removeIdentities(): Promise<void> {
  const leaving = notedRemovals("identity");
  if (leaving.length === 0) return;
  const hinted = readIdentityHint();
  if (hinted && leaving.includes(hinted)) writeIdentityHint(null);
  const db = deviceDb();
  await db.transaction("rw", db.identity, async () => {
    const stored = await db.identity.get("active");
    if (stored && isToBeRemoved(stored.userId, "identity")) await db.identity.delete("active");
  });
  for (const userId of leaving) dropRemoval(userId, "identity");
}
