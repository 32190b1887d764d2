import type { LocalDay } from "../../domain/study/studyDays.ts";
import { requireLearnerDb } from "../store/active.ts";
import { writeMeta } from "../store/meta.ts";

/** Stores the first day of the learner's study plan on this device. Rejects if it could not be stored. */
export async function choosePlanStart(day: LocalDay): Promise<void> {
  const { db } = await requireLearnerDb();
  await writeMeta(db, "planStart", day);
}
