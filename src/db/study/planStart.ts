import type { LocalDay } from "../../domain/study/studyDays.ts";
import { plan } from "../../entities/plan/plan.ts";
import { commit } from "../synced/commit.ts";

/** Stores the first day of the learner's study plan. Resolves and rejects as `commit` does. */
export function choosePlanStart(firstDay: LocalDay): Promise<void> {
  return commit(null, (rows) => rows.put(plan, { name: "start", firstDay }));
}
