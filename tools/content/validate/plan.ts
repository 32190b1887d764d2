import type { LessonId } from "../../../src/domain/ids.ts";

type Planned = { fields: readonly string[]; sheets?: readonly string[]; citesLaw?: true };

/** What later lessons and the capstone require from each lesson. */
export const PLAN: Record<LessonId, Planned> = {
  "1": { fields: ["l01-system", "l01-monday"] },
  "2": { fields: ["l02-check", "l02-monday"], citesLaw: true },
  "3": {
    fields: ["l03-case", "l03-keep", "l03-prompt", "l03-score", "l03-monday"],
    sheets: ["prompt-checklist"],
  },
  "4": { fields: ["l04-trace", "l04-change", "l04-monday"] },
  "5": {
    fields: ["l05-tier", "l05-uk", "l05-nist", "l05-control", "l05-monday"],
    sheets: ["triage-sheet", "date-table"],
    citesLaw: true,
  },
  "6": {
    fields: ["l06-map", "l06-card", "l06-time", "l06-rule", "l06-diligence", "l06-monday"],
    sheets: ["workflow-card"],
  },
  "7": { fields: ["l07-log", "l07-disclosure", "l07-monday"], citesLaw: true },
  "8": { fields: ["l08-lenses", "l08-missed", "l08-monday"] },
  "9": { fields: ["l09-map", "l09-change", "l09-critic", "l09-monday"] },
  "10": { fields: ["l10-trace", "l10-advice", "l10-against", "l10-monday"] },
  "11": {
    fields: [
      "l11-purpose",
      "l11-does",
      "l11-delegation",
      "l11-rules",
      "l11-harms",
      "l11-traditions",
      "l11-trace",
      "l11-decision",
      "l11-diligence",
      "l11-monday",
      "l11-mark-1",
      "l11-mark-2",
      "l11-mark-3",
      "l11-mark-4",
      "l11-mark-5",
    ],
    sheets: ["capstone-brief", "rubric", "model-answer"],
  },
};
