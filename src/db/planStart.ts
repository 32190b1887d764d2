import type { LocalDay } from "../domain/studyDays.ts";
import { requireLearnerDb } from "./active.ts";
import { writeMeta } from "./meta.ts";

/** The day on which the learner's plan begins, kept on this device. Rejects when it could not be kept. */
export async function choosePlanStart(day: LocalDay): Promise<void> {
  const { db } = await requireLearnerDb();
  await writeMeta(db, "planStart", day);
}
