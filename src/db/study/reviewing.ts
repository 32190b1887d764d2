import type { QuestionId } from "../../domain/study/recall.ts";
import { dayIn } from "../../domain/study/studyDays.ts";
import { presentZone } from "../../domain/study/timeZones.ts";
import { LOADING, type Loading, useLearner } from "../live.ts";
import { requireLearnerDb } from "../store/active.ts";
import { readMeta, writeMeta } from "../store/meta.ts";
import { serverNow } from "../store/serverClock.ts";
import { writeWithRetry } from "../store/writeWithRetry.ts";

const today = () => dayIn(presentZone(), serverNow());

/** What was chosen today in the questions of a review, so that a reload does not end it. */
export function useReviewing(
  name: string,
): Loading | { status: "ready"; given: ReadonlyMap<QuestionId, string> } {
  const found = useLearner("reviewing", (db) => readMeta(db, "reviewing"), null);
  if (!found) return LOADING;
  const given = found.value?.day === today() ? found.value.given[name] : undefined;
  return { status: "ready", given: new Map(Object.entries(given ?? {}) as [QuestionId, string][]) }; // Only question ids are written.
}

/** Stores what is chosen in these questions of a review. Rejects with StorageFailure. */
export async function keepReviewing(
  name: string,
  changes: Partial<Record<QuestionId, string>>,
): Promise<void> {
  const { db } = await requireLearnerDb();
  await writeWithRetry(db, null, () =>
    db.transaction("rw", db.meta, async () => {
      const [before, day] = [await readMeta(db, "reviewing"), today()];
      const given = before?.day === day ? before.given : {};
      await writeMeta(db, "reviewing", { day, given: { ...given, [name]: { ...given[name], ...changes } } });
    }),
  );
}
