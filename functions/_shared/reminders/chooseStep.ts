import { z } from "zod";
import { labFieldId } from "../../../src/domain/course/labState.ts";
import { LESSON_IDS, type LessonId } from "../../../src/domain/ids.ts";
import { latestBegun } from "../../../src/domain/study/begun.ts";
import { LABS } from "../../../src/domain/study/pacing.ts";
import { answeredReviews, nextRecall } from "../../../src/domain/study/recall.ts";
import type { ReviewPageId } from "../../../src/domain/study/reviews.ts";
import { dayIn, isLocalDay, type LocalDay } from "../../../src/domain/study/studyDays.ts";
import { nextStep, planDay, reviewAfter } from "../../../src/domain/study/studyPlan.ts";
import { lastReminderAt } from "./reminderTime.ts";

const HOUR_MS = 3_600_000;
/** Later than this after the chosen time, a reminder would only disturb. */
export const LATEST_MS = 2 * HOUR_MS;
/** After this time without any study, reminders pause until the learner studies again. */
const PAUSE_AFTER_MS = 14 * 24 * HOUR_MS;

const localDay = z.string().refine(isLocalDay);
const moment = z.string().nullable();

/** A row of due_reminders. Times are in ISO 8601. */
export const dueReminderSchema = z.object({
  user_id: z.uuid(),
  channel: z.enum(["push", "email"]),
  minute: z.int(),
  time_zone: z.string(),
  plan_start: localDay.nullable(),
  due_at: z.string(),
  last_sent_on: localDay.nullable(),
  changed_at: z.string(),
  may_remind: z.boolean(),
  first_study_at: moment,
  last_study_at: moment,
  /** The lessons that were completed, and when. */
  completed: z.array(z.object({ lesson_id: z.string(), completed_at: moment })),
  /** The workbook fields of labs that were done. */
  labs: z.array(z.string()),
  /** Whether the capstone was handed in. Its lesson may be complete without that. */
  is_handed_in: z.boolean(),
  /** The questions of reviews that were answered. */
  reviewed: z.array(z.string()),
  /** The first day on which a question comes back. */
  again_on: localDay.nullable(),
  places: z.array(
    z
      .object({ lesson_id: z.enum(LESSON_IDS), step: z.int(), furthest: z.int(), moved_at: z.string() })
      .transform(({ lesson_id, moved_at, ...steps }) => ({
        ...steps,
        lessonId: lesson_id,
        movedAt: new Date(moved_at).toISOString(),
      })),
  ),
});
export type DueReminder = z.output<typeof dueReminderSchema>;

export type Choice =
  | {
      isSent: false;
      reason: "late" | "sent" | "not_allowed" | "studied" | "paused" | "not_started" | "nothing_due";
    }
  /** `day` is the learner's local day that the reminder counts for, `chosenAt` the chosen time on that day. */
  | { isSent: true; next: ChosenStep; day: LocalDay; chosenAt: number };

/** `step` is where the learner stopped in the lesson (one-based), or null if it was not begun. */
export type ChosenStep =
  | { kind: "lesson"; lessonId: LessonId; step: number | null }
  | { kind: "lab"; lab: string; minutes: number }
  | { kind: "review"; page: ReviewPageId }
  | { kind: "submit" };

/** Decides whether a due reminder is sent, and for what. */
export function chooseStep(due: DueReminder, nowMs: number): Choice {
  const zone = due.time_zone;
  const skip = (reason: Extract<Choice, { isSent: false }>["reason"]): Choice => ({ isSent: false, reason });

  const chosenAt = lastReminderAt(zone, due.minute, nowMs);
  const day = dayIn(zone, chosenAt);
  if (nowMs - chosenAt > LATEST_MS) return skip("late");
  if (due.last_sent_on !== null && due.last_sent_on >= day) return skip("sent");
  if (!due.may_remind) return skip("not_allowed");

  const lastStudyMs = due.last_study_at === null ? Number.NEGATIVE_INFINITY : Date.parse(due.last_study_at);
  if (due.last_study_at !== null && dayIn(zone, lastStudyMs) >= day) return skip("studied");
  if (nowMs - Math.max(lastStudyMs, Date.parse(due.changed_at)) > PAUSE_AFTER_MS) return skip("paused");

  const start = due.plan_start ?? (due.first_study_at === null ? day : dayIn(zone, due.first_study_at));
  if (planDay(start, day) < 1) return skip("not_started");
  const completedAt = new Map(due.completed.map((each) => [each.lesson_id, each.completed_at]));
  const lessons = new Set(LESSON_IDS.filter((id) => completedAt.has(id)));
  const begun = latestBegun(due.places, lessons);
  const next = nextStep({
    today: day,
    start,
    done: {
      lessons,
      labs: new Set(
        LABS.filter(({ lessonId, lab }) => due.labs.includes(labFieldId(lessonId, lab))).map(
          ({ lab }) => lab,
        ),
      ),
      reviews: answeredReviews((id) => due.reviewed.includes(id)),
      isHandedIn: due.is_handed_in,
    },
    completedOn: (lessonId) => {
      const at = completedAt.get(lessonId);
      return at ? dayIn(zone, at) : null;
    },
    begun,
    againOn: nextRecall([{ dueOn: due.again_on }], day),
  });
  if (next.when !== "now") return skip("nothing_due");
  switch (next.step.kind) {
    case "lesson": {
      const { kind, lessonId } = next.step;
      const step = begun?.lessonId === lessonId ? begun.step : null;
      return { isSent: true, next: { kind, lessonId, step }, day, chosenAt };
    }
    case "lab": {
      const { kind, lab, minutes } = next.step;
      return { isSent: true, next: { kind, lab, minutes }, day, chosenAt };
    }
    case "submit":
      return { isSent: true, next: { kind: next.step.kind }, day, chosenAt };
    case "review": {
      const page = reviewAfter(next.step.after).set;
      return { isSent: true, next: { kind: "review", page }, day, chosenAt };
    }
    case "again":
      return { isSent: true, next: { kind: "review", page: "due" }, day, chosenAt };
  }
}
