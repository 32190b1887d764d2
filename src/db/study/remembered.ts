import type { LessonId } from "../../domain/ids.ts";
import { LOADING, type Loading, useLearner } from "../live.ts";
import { settledActive } from "../store/active.ts";
import { learnerDb } from "../store/learnerDb.ts";
import { writeWithRetry } from "../store/writeWithRetry.ts";

/** What a learner opened or typed in a lesson. Stored on this device only, and not for visitors. */
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

/** Null deletes the value. Rejects with StorageFailure if the device could not store it. */
export async function remember(lessonId: LessonId, key: string, value: string | null): Promise<void> {
  const active = await settledActive();
  if (active.status === "signedOut") return;
  const db = learnerDb(active.identity.userId);
  await writeWithRetry(db, lessonId, () =>
    db.transaction("rw", db.remembered, async () => {
      const { [key]: _, ...others } = (await db.remembered.get(lessonId))?.byKey ?? {};
      await db.remembered.put({ lessonId, byKey: value === null ? others : { ...others, [key]: value } });
    }),
  );
}
