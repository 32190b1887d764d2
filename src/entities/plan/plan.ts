import * as z from "zod/mini";
import type { LocalDay } from "../../domain/study/studyDays.ts";
import { defineKind } from "../row.ts";
import { localDay } from "../wire.ts";

/** The first day of the learner's study plan, if they chose one. There is one row. */
export type Plan = { name: "start"; firstDay: LocalDay };

export const plan = defineKind<Plan>({
  kind: "plan",
  keyOf: (content) => content.name,
  schema: () => z.looseObject({ name: z.literal("start"), firstDay: localDay }),
  join: { keeps: "latest" },
  lessonOf: () => null,
  isWork: true,
  label: (content) => `Study plan from ${content.firstDay}`,
  exportAs: "Study plan",
});
