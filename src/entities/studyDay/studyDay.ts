import * as z from "zod/mini";
import type { LocalDay } from "../../domain/study/studyDays.ts";
import { defineKind } from "../row.ts";
import { localDay } from "../wire.ts";

/**
 * A day on which the learner studied. Days are a set. The device that did the work writes them, since only that device knows
 * the learner's time zone at that moment.
 */
export type StudyDay = { day: LocalDay };

export const studyDay = defineKind<StudyDay>({
  kind: "day",
  keyOf: (content) => content.day,
  schema: () => z.looseObject({ day: localDay }),
  join: { keeps: "first" },
  lessonOf: () => null,
  // It follows from work that is listed.
  isWork: false,
  label: (content) => `Studied on ${content.day}`,
  exportAs: "Days of study",
});
