import { describe, expect, it } from "vitest";
import { labFieldId } from "../../../src/domain/course/labState.ts";
import { LESSON_IDS, type LessonId } from "../../../src/domain/ids.ts";
import { LABS } from "../../../src/domain/study/pacing.ts";
import { chooseStep, type DueReminder, dueReminderSchema } from "./chooseStep.ts";

/** Lessons that were completed three days ago. */
function completed(...lessons: LessonId[]) {
  return lessons.map((lesson_id) => ({ lesson_id, completed_at: "2026-07-02T10:00:00+00:00" }));
}
const reviewed = (...lessons: LessonId[]) =>
  lessons.flatMap((lessonId) => [1, 2, 3, 4, 5].map((number) => `review/${lessonId}/${number}`));

/** A learner in London who wants to be reminded at 19:00, on day 5 of the plan, with the first two lessons done. */
const LEARNER = {
  user_id: "0199a2ff-2f5c-7a00-8000-000000000000",
  channel: "push",
  minute: 19 * 60,
  time_zone: "Europe/London",
  plan_start: "2026-07-01",
  due_at: "2026-07-05T18:00:00Z",
  last_sent_on: "2026-07-03",
  changed_at: "2026-07-01T10:00:00Z",
  may_remind: true,
  first_study_at: "2026-07-01T10:00:00Z",
  last_study_at: "2026-07-03T20:00:00Z",
  completed: completed("1", "2"),
  labs: ["sort-mail", "choose-a-tool", "guess-next-word", "attention"].map(
    (lab, index) => `l0${index < 2 ? 1 : 2}-lab-${lab}`,
  ),
  is_handed_in: false,
  reviewed: [],
  again_on: null,
  places: [],
};
const ALL_LABS = LABS.map(({ lessonId, lab }) => labFieldId(lessonId, lab));
const ALL_DONE = {
  completed: completed(...LESSON_IDS),
  labs: ALL_LABS,
  reviewed: reviewed("3", "5", "7", "10"),
};
const DAY_30 = { ...ALL_DONE, plan_start: "2026-06-06" };
const place = (lessonId: string, step: number, day: string, furthest = step) => ({
  ...{ lesson_id: lessonId, step, furthest },
  moved_at: `${day}T20:00:00+00:00`,
});
const due = (change: Partial<Record<keyof DueReminder, unknown>> = {}) =>
  dueReminderSchema.parse({ ...LEARNER, ...change });
const NOW = "2026-07-05T18:02:00Z";
const choose = (change: Partial<Record<keyof DueReminder, unknown>> = {}, now = NOW) =>
  chooseStep(due(change), Date.parse(now));

describe("a reminder", () => {
  it("names the lesson that the plan has for today", () => {
    expect(choose()).toEqual({
      isSent: true,
      next: { kind: "lesson", lessonId: "3", step: null },
      day: "2026-07-05",
      chosenAt: Date.parse("2026-07-05T18:00:00Z"),
    });
  });

  it("names the step at which the learner stopped, even after looking back from a later one", () => {
    const places = [place("3", 2, "2026-07-03", 6)];
    expect(choose({ places })).toMatchObject({ isSent: true, next: { lessonId: "3", step: 2 } });
  });

  it("names the lesson that was begun last, before the one that the plan has for today", () => {
    const places = [place("3", 4, "2026-07-02"), place("5", 2, "2026-07-03"), place("2", 7, "2026-07-04")];
    expect(choose({ places })).toMatchObject({ isSent: true, next: { lessonId: "5", step: 2 } });
  });

  it("names the lab and then the task that the plan has for today, unless they are done", () => {
    const third = { completed: completed("1", "2", "3"), last_sent_on: null, plan_start: "2026-06-30" };
    expect(choose(third)).toMatchObject({
      isSent: true,
      next: { kind: "lab", lab: "brief-it", minutes: 12 },
    });
    const lab = [...LEARNER.labs, "l03-lab-brief-it"];
    expect(choose({ ...third, labs: lab })).toMatchObject({ next: { kind: "lab", lab: "give-context" } });
    expect(choose({ ...third, labs: [...lab, "l03-lab-give-context"] })).toEqual({
      isSent: false,
      reason: "nothing_due",
    });
  });

  it("names the review that the plan has for today, once its lessons are complete, unless it is done", () => {
    const day7 = { plan_start: "2026-06-29", completed: completed("1", "2", "3") };
    const review = { isSent: true, next: { kind: "review", page: "1" } };
    expect(choose(day7)).toMatchObject(review);
    expect(choose({ ...day7, reviewed: reviewed("3").slice(1) })).toMatchObject(review);
    expect(choose({ ...day7, reviewed: reviewed("3") })).toMatchObject({ next: { kind: "lab" } });
    expect(choose({ ...day7, completed: completed("1", "2") })).toMatchObject({ next: { lessonId: "3" } });
  });

  it("names the questions that are due to be tried again on a day without a step, and also after the plan", () => {
    const again = { isSent: true, next: { kind: "review", page: "due" } };
    const free = { completed: completed("1", "2", "3") };
    expect(choose({ ...free, again_on: "2026-07-05" })).toMatchObject(again);
    expect(choose({ ...free, again_on: "2026-07-06" })).toMatchObject({ reason: "nothing_due" });
    expect(choose({ again_on: "2026-07-05" })).toMatchObject({ next: { kind: "lesson", lessonId: "3" } });
    expect(choose({ ...DAY_30, is_handed_in: true, again_on: "2026-07-01" })).toMatchObject(again);
  });

  it("counts the plan from the first day of study when no day was chosen", () => {
    expect(choose({ plan_start: null })).toMatchObject({ isSent: true, next: { lessonId: "3" } });
    expect(choose({ plan_start: null, first_study_at: "2026-07-03T10:00:00Z" })).toMatchObject({
      isSent: false,
    });
  });

  it("invites a learner who has not begun to the first lesson", () => {
    const fresh = { plan_start: null, first_study_at: null, last_study_at: null, completed: [] };
    expect(choose(fresh)).toMatchObject({ isSent: true, next: { lessonId: "1" } });
  });

  it("belongs to the day of the chosen time when it is sent after midnight", () => {
    const late = { minute: 23 * 60 + 30, due_at: "2026-07-05T22:30:00Z" };
    expect(choose(late, "2026-07-05T23:10:00Z")).toMatchObject({ isSent: true, day: "2026-07-05" });
  });

  it.each([
    ["more than two hours after the chosen time", {}, "late", "2026-07-05T20:00:01Z"],
    ["twice a day", { last_sent_on: "2026-07-05" }, "sent", NOW],
    [
      "after a flight to the west, where it is the same day again",
      { last_sent_on: "2026-07-06" },
      "sent",
      NOW,
    ],
    ["to a learner without access", { may_remind: false }, "not_allowed", NOW],
    ["to a learner who has studied today", { last_study_at: "2026-07-05T06:00:00Z" }, "studied", NOW],
    [
      "to a learner who has studied today by local time, which was yesterday in UTC",
      { last_study_at: "2026-07-04T23:30:00Z" },
      "studied",
      NOW,
    ],
    ["after two weeks without any study", {}, "paused", "2026-07-25T18:02:00Z"],
    ["before the plan begins", { plan_start: "2026-07-06" }, "not_started", NOW],
    ["on a day without a step", { completed: completed("1", "2", "3") }, "nothing_due", NOW],
    ["before day 30 to a learner who has done the rest", ALL_DONE, "nothing_due", NOW],
    ["to a learner who has finished", { ...DAY_30, is_handed_in: true }, "nothing_due", NOW],
  ])("is not sent %s", (_, change, reason, now) => {
    expect(choose(change, now)).toEqual({ isSent: false, reason });
  });

  it("names the capstone from day 30 on until it was handed in, even though its lesson is complete", () => {
    const capstone = { isSent: true, next: { kind: "submit" } };
    expect(choose(DAY_30)).toMatchObject(capstone);
    expect(choose({ ...DAY_30, plan_start: "2026-06-01" })).toMatchObject(capstone);
    expect(choose({ ...DAY_30, plan_start: "2026-06-07" })).toMatchObject({ reason: "nothing_due" });
  });

  it("continues for two weeks after the learner has saved the settings again", () => {
    expect(choose({ changed_at: "2026-07-20T10:00:00Z" }, "2026-07-25T18:02:00Z")).toMatchObject({
      isSent: true,
    });
  });
});
