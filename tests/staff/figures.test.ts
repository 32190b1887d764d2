import type { SupabaseClient } from "@supabase/supabase-js";
import { beforeAll, describe, expect, it } from "vitest";
import { moduleOf } from "../../src/domain/course/course.ts";
import type { LessonId } from "../../src/domain/ids.ts";
import { newStamp } from "../../src/entities/stamp.ts";
import { ANSWER_KEY, publishLesson } from "../support/lessons.ts";
import { outcomes, placeRow } from "../support/sentRows.ts";
import { withBackend } from "../support/server/backend.ts";
import { signUpMember } from "./people.ts";

const backend = withBackend();
let staff: SupabaseClient;

/** A word in the addresses of a group of learners, so that tests can tell their rows apart. */
async function learners(group: string, count: number): Promise<string[]> {
  const rows = await backend.query<{ id: string }>(
    `insert into auth.users (id, email, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
     select gen_random_uuid(), $1 || place || '@example.com', '{}', '{}', '2026-10-01', now()
     from generate_series(1, $2::integer) as place returning id`,
    [group, count],
  );
  return rows.map(({ id }) => id);
}

beforeAll(async () => {
  staff = (await signUpMember(backend, "staff")).client;
  for (const lesson of ["1", "2"] as const) await publishLesson(backend, lesson);
});

async function figuresOf(lessonId: string) {
  const { data, error } = await staff.rpc("staff_course");
  if (error) throw error;
  return (data as { lesson_id: string }[]).find((each) => each.lesson_id === lessonId);
}

/** Opened at nine o'clock, and completed after this many minutes if a number is given. */
async function read(id: string, lesson: LessonId, furthest: number, minutes: number | null): Promise<void> {
  await backend.query(
    `insert into study_rows (user_id, kind, key, content, stamp, begun_at, rev)
     values ($1, 'place', $2, jsonb_build_object('step', 1, 'furthest', $3::integer), $4, '2026-11-01T09:00Z', 1)`,
    [id, lesson, furthest, newStamp(Date.now())],
  );
  if (minutes === null) return;
  await backend.query(
    `insert into course_progress (user_id, course_id, module_id, lesson_id, completed, completed_at, rev)
     values ($1, 'ai-fluency-30-days', $4, $2, true, '2026-11-01T09:00Z'::timestamptz + make_interval(mins => $3), 2)`,
    [id, lesson, minutes, moduleOf(lesson).id],
  );
}

async function answer(id: string, lesson: string, answers: number[], takenAt: string): Promise<void> {
  await backend.query(
    `insert into quiz_attempts (id, user_id, course_id, lesson_id, lesson_version, answers, score, passed, taken_at, rev)
     values (gen_random_uuid(), $1, 'ai-fluency-30-days', $2, 1, $3, 0, false, $4, (select coalesce(max(rev), 10) + 1 from quiz_attempts))`,
    [id, lesson, answers, takenAt],
  );
}

describe("staff_course", () => {
  it("shows how many opened and completed a lesson, the median time, and where readers stop", async () => {
    const ids = await learners("reader", 25);
    for (const [index, id] of ids.entries()) {
      if (index < 11) await read(id, "3", 8, 10 + index);
      else await read(id, "3", index < 21 ? 4 : 6, null);
    }
    expect(await figuresOf("3")).toMatchObject({
      started: 25,
      finished: 11,
      median_minutes: 15,
      // Four learners stopped at step 6, which is too few to show.
      stops: [{ step: 4, learners: 10 }],
    });
  });

  it("shows nothing about fewer than ten learners", async () => {
    for (const id of await learners("few", 9)) await read(id, "4", 2, 5);
    expect(await figuresOf("4")).toMatchObject({ started: 0, finished: 0, median_minutes: null, stops: [] });
  });

  it("counts only each learner's first answers, and compares each question with the rest of the quiz", async () => {
    const ids = await learners("answerer", 12);
    const wrong = ANSWER_KEY.map((correct) => (correct + 1) % 4);
    for (const [index, id] of ids.entries()) {
      // Half know everything; the other half are wrong in all but the first question.
      const answers = index % 2 === 0 ? ANSWER_KEY : [ANSWER_KEY[0] ?? 0, ...wrong.slice(1)];
      await answer(id, "2", answers, "2026-11-02T09:00Z");
      await answer(id, "2", ANSWER_KEY, "2026-11-03T09:00Z");
    }
    const figures = await figuresOf("2");
    const [first, second] = (figures as unknown as { questions: Record<string, unknown>[] }).questions;
    expect(first).toMatchObject({ number: 1, learners: 12, right_share: 1, discrimination: null });
    expect(first?.chosen).toEqual({ [ANSWER_KEY[0] ?? 0]: 12 });
    expect(second).toMatchObject({ number: 2, right_share: 0.5, correct: ANSWER_KEY[1] });
    expect(second?.discrimination).toBeCloseTo(1);
    expect(second?.chosen).toEqual({ [ANSWER_KEY[1] ?? 0]: 6, [wrong[1] ?? 0]: 6 });
    expect(second?.question).toEqual(expect.any(String));
    expect(second?.options).toHaveLength(4);
  });

  it("takes the earliest time at which the learner read a lesson as its beginning", async () => {
    const learner = await backend.signUp();
    await backend.enrol(learner);
    const client = await backend.clientFor(learner);
    const [at9, at8] = ["2026-11-02T09:00:00.000Z", "2026-11-02T08:00:00.000Z"];
    await outcomes(client, [placeRow("5", 2, {}, at9)]);
    await outcomes(client, [placeRow("5", 3, {}, at8)]);
    const [row] = await backend.query<{ begun_at: number; step: number }>(
      "select extract(epoch from begun_at)::integer as begun_at, step from private.lesson_places where user_id = $1",
      [learner.id],
    );
    expect(row).toMatchObject({ begun_at: Date.parse(at8) / 1000, step: 2 });
  });
});

describe("staff_today", () => {
  const today = async () => {
    const { data, error } = await staff.rpc("staff_today");
    if (error) throw error;
    return data;
  };
  const waiting = async () => (await staff.rpc("staff_waiting")).data;

  async function order(tier: string, group: string) {
    const [found] = await backend.query<{ id: string; user_id: string }>(
      `insert into orders (tier, plan, price_id, subtotal_pence, vat_pence, total_pence, email, first_name, last_name,
         claim_token_hash, user_id)
       values ($1, 'full', 'price_1', 5000, 1000, 6000, $2 || '@example.com', 'Ada', 'Obi', md5($2) || md5($2), $3)
       returning id, user_id`,
      [tier, group, (await learners(group, 1))[0]],
    );
    if (!found) throw new Error("the order was not stored");
    await backend.query("update orders set status = 'paid', paid_at = now() where id = $1", [found.id]);
    await backend.query(
      "insert into order_payments (order_id, number, amount_pence, refunded_pence, due_at, paid_at) values ($1, 1, 6000, 1000, now(), now())",
      [found.id],
    );
    return found;
  }

  it("adds up the sales of each of the last 30 days, and what was refunded of them", async () => {
    const before = (await today()).sales.at(-1);
    await order("ngo", "sold");
    const { sales } = await today();
    expect(sales).toHaveLength(30);
    expect(sales.at(-1)).toEqual({
      ...before,
      payments: before.payments + 1,
      paid_pence: before.paid_pence + 6000,
      refunded_pence: before.refunded_pence + 1000,
    });
  });

  it("counts enrolments by tier, and completion by month only for ten learners or more", async () => {
    const { tiers } = await today();
    const bought = [];
    for (let index = 0; index < 10; index += 1) bought.push(await order("professional", `cohort${index}-`));
    const ids = bought.map(({ user_id: id }) => id);
    await backend.query(
      "update course_enrollments set started_at = '2026-03-05T12:00Z' where user_id = any ($1)",
      [ids],
    );
    await backend.query("update course_enrollments set started_at = '2026-04-05T12:00Z' where user_id = $1", [
      (await order("student", "alone")).user_id,
    ]);
    await backend.query(
      `insert into course_progress (user_id, course_id, module_id, lesson_id, completed, completed_at, rev)
       select $1, course_id, module_id, lesson_id, true, now(), position from private.course_outline`,
      [ids[0]],
    );
    const after = await today();
    expect(after.tiers.professional).toBe(tiers.professional + 10);
    expect(after.cohorts).toEqual(
      expect.arrayContaining([
        { month: "2026-03", learners: 10, completed: 1 },
        { month: "2026-04", learners: 1, completed: null },
      ]),
    );
  });

  it("counts what there is to do", async () => {
    const work = await waiting();
    const { id } = await order("student", "card");
    await backend.query(
      `insert into student_ids (ref_hash, path, content_type, bytes, university, order_id)
       values (repeat('a', 64), 'card', 'image/png', 10, 'Leeds', $1)`,
      [id],
    );
    await backend.query(
      "insert into private.order_disputes (id, order_id, status) values ('dp_1', $1, 'open')",
      [id],
    );
    // A day late, due today, and paid: only the first has to be looked at.
    for (const [group, due, ended] of [
      ["late", "-1 day", null],
      ["due", "1 hour", null],
      ["ended", "-1 day", "now"],
    ])
      await backend.query(
        `insert into order_invoices (order_id, days_until_due, billing, due_at, ended_at)
         values ($1, 30, '{}', now() + $2::interval, $3)`,
        [(await order("ngo", `${group}-invoice`)).id, due, ended],
      );
    await backend.query(
      "insert into private.staff_refunds (id, order_id, amount_pence, parts) values (gen_random_uuid(), $1, 100, '[]')",
      [id],
    );
    await backend.query(
      "insert into contact_messages (name, email, subject, message) values ('Ada', 'ada@example.com', 'Hi', 'A question')",
    );
    expect(await waiting()).toMatchObject({
      messages: work.messages + 1,
      student_ids: work.student_ids + 1,
      disputes: work.disputes + 1,
      overdue_invoices: work.overdue_invoices + 1,
      unfinished_refunds: work.unfinished_refunds + 1,
    });
  });

  it("counts each active learner once, on the day of their last activity", async () => {
    const before = await today();
    const learner = await backend.signUp();
    await backend.query(
      "insert into sync_clock (user_id, day) values ($1, (now() at time zone 'UTC')::date - 6)",
      [learner.id],
    );
    const after = await today();
    expect(after.active_by_day).toHaveLength(7);
    expect(after.active_by_day[0].learners).toBe(before.active_by_day[0].learners + 1);
    expect(after.active_learners).toBe(before.active_learners + 1);
    const sum = (days: { learners: number }[]) => days.reduce((total, { learners }) => total + learners, 0);
    expect(sum(after.active_by_day)).toBe(after.active_learners);
  });

  it("calls a job late only when the academy is older than the time after which it would be late", async () => {
    await backend.query("delete from private.job_runs");
    await backend.query("update private.accounts set created_at = now()");
    expect((await waiting()).late_jobs).toEqual([]);
    await backend.query(
      "update private.accounts set created_at = now() - interval '20 minutes' where user_id = $1",
      [(await backend.signUp()).id],
    );
    const { late_jobs: late } = await waiting();
    expect(late).toContain("deliver-mail");
    expect(late).not.toContain("apply-retention");
  });
});
