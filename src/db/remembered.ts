import type { LessonId } from "../domain/ids.ts";
import { settledActive } from "./active.ts";
import { durably } from "./durably.ts";
import { learnerDb } from "./learnerDb.ts";
import { LOADING, type Loading, useLearner } from "./live.ts";

/**
 * What the pages of a lesson remember on this device: opened checks, places in a sort. Never synced. With nobody
 * signed in nothing is kept.
 */
export function useRemembered(
  lessonId: LessonId,
): Loading | { status: "ready"; byKey: ReadonlyMap<string, string> } {
  const byKey = useLearner<Record<string, string>>(
    `remembered:${lessonId}`,
    async (db) => (await db.remembered.get(lessonId))?.byKey ?? {},
    {},
  );
  return byKey ? { status: "ready", byKey: new Map(Object.entries(byKey.value)) } : LOADING;
}

/** Null forgets. Rejects with StorageFailure when the device could not keep it. */
export function remember(lessonId: LessonId, key: string, value: string | null): Promise<void> {
  return rememberAll(lessonId, { [key]: value });
}

/** All or none of them; null forgets. Rejects as above. */
export async function rememberAll(lessonId: LessonId, changes: Record<string, string | null>): Promise<void> {
  const active = await settledActive();
  if (active.status === "signedOut") return;
  const db = learnerDb(active.identity.userId);
  await durably(db, lessonId, () =>
    db.transaction("rw", db.remembered, async () => {
      const before = (await db.remembered.get(lessonId))?.byKey ?? {};
      const kept = Object.entries({ ...before, ...changes }).flatMap(([key, value]) =>
        value === null ? [] : [[key, value] as const],
      );
      await db.remembered.put({ lessonId, byKey: Object.fromEntries(kept) });
    }),
  );
}
