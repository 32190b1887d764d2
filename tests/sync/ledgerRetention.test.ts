import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { LessonId } from "../../src/domain/ids.ts";
import { MAX_OPS_PER_PUSH, type Op, type PushReply } from "../../src/entities/protocol.ts";
import { type Learner, withBackend } from "../support/backend.ts";
import { publishLesson } from "../support/lessons.ts";
import {
  achievementOp,
  attemptOp,
  LONG_AGO,
  noteOp,
  outcomes,
  placeOp,
  progressOp,
  push,
  workbookOp,
} from "../support/ops.ts";

/** Deleting rows of the ledger never causes a second effect of an op (decision 0053). */
const RULE = "record of a synced change";
const SEED = 20261123;
const RUNS = process.env.ACADEMY_DEEP === "1" ? 500 : 15;
const TEST_LIMIT_MS = process.env.ACADEMY_DEEP === "1" ? 1_800_000 : 240_000;
const FAR_AHEAD = "2099-01-01T00:00:00.000Z";
const FIELDS = ["l03-case", "l03-prompt"];
const NOTES = ["019a0000-0000-7000-8000-000000000001", "019a0000-0000-7000-8000-000000000002"];
const backend = withBackend();

beforeAll(async () => {
  for (const lessonId of ["1", "2", "3"] as const) await publishLesson(backend, lessonId);
});
/** Lesson 2 starts as a paid lesson in every test. */
beforeEach(() => setPreview(false));
const setPreview = (isPreview: boolean) =>
  backend.query("update private.course_outline set is_preview = $1 where lesson_id = '2'", [isPreview]);

async function enrolled() {
  const learner = await backend.signUp();
  await backend.enrol(learner);
  // In the middle of the claimed times, so that some are earlier than the enrolment.
  await backend.query("update course_enrollments set started_at = '2026-02-15' where user_id = $1", [
    learner.id,
  ]);
  return { learner, client: await backend.clientFor(learner) };
}

/** Lets the retention period pass for every row so far, and applies the rule as functions/apply-retention does. */
async function prune(learner: Learner): Promise<number> {
  await backend.query(
    "update sync_ledger set received_at = received_at - interval '91 days' where user_id = $1",
    [learner.id],
  );
  let deleted = 0;
  for (;;) {
    const { data, error } = await backend.service().rpc("apply_retention", { p_rule: RULE });
    if (error) throw error;
    deleted += data.count;
    if (!data.is_full) return deleted;
  }
}

/** Everything that the server holds about the learner's work, revisions and counts included, except the ledger. */
async function stateOf({ id }: Learner): Promise<unknown> {
  const tables = [
    "sync_clock",
    "course_progress",
    "quiz_attempts",
    "user_achievements",
    "workbook_fields",
    "lesson_notes",
    "lesson_places",
    "capstone_hand_ins",
  ];
  const parts = tables.map(
    (name) =>
      `'${name}', (select jsonb_agg(to_jsonb(mine) order by mine::text) from ${name} as mine where user_id = $1)`,
  );
  const [row] = await backend.query<{ state: unknown }>(
    `select jsonb_build_object(${parts.join()}) as state`,
    [id],
  );
  return row?.state;
}

/** What happens to a learner, in any order. Numbers choose among what exists. */
type Step =
  | { kind: "push"; ops: Op[] }
  | { kind: "prune" }
  | { kind: "resend"; picks: number[] }
  | { kind: "refund" }
  | { kind: "lesson 2 becomes free" }
  | { kind: "daily limit is reached" };

/** Past times repeat, so that op ids often decide. Future times become the time of arrival, so they differ each time. */
const claims = fc.oneof(
  fc.constantFrom(
    LONG_AGO,
    "2026-03-01T09:00:00.001Z",
    "2026-02-01T00:00:00.000Z",
    "1999-12-31T23:59:59.999Z",
  ),
  fc.constantFrom(FAR_AHEAD, "2098-01-01T00:00:00.000Z"),
  fc
    .date({ min: new Date("2026-01-01"), max: new Date("2026-06-01"), noInvalidDate: true })
    .map((date) => date.toISOString()),
);
const lessons = fc.constantFrom<LessonId>("1", "2", "3");
const texts = fc.constantFrom("", "a", "b");
const ids = fc.uuid({ version: 7 });
const workbookOps = fc
  .tuple(fc.constantFrom(...FIELDS), texts, claims)
  .map(([field, text, written_at]): Op => workbookOp(field, text, { written_at }));
const noteOps = fc
  .tuple(fc.constantFrom(...NOTES), texts, claims)
  .map(([note_id, text, written_at]): Op => noteOp("3", text, { note_id, written_at, deleted: text === "" }));
const placeOps = fc
  .tuple(lessons, fc.integer({ min: 1, max: 5 }), fc.nat({ max: 3 }), claims)
  .map(([lesson, step, more, written_at]) => placeOp(lesson, step, { furthest: step + more, written_at }));
const ops: fc.Arbitrary<Op> = fc
  .tuple(
    ids,
    fc.oneof(
      fc.tuple(lessons, claims).map(([lesson, at]) => progressOp(lesson, at)),
      fc.tuple(lessons, claims, ids).map(([lesson, taken_at, id]) => attemptOp(lesson, { id, taken_at })),
      fc.constantFrom("first_lesson" as const, "5_lessons" as const).map(achievementOp),
      workbookOps,
      noteOps,
      placeOps,
    ),
  )
  .map(([op_id, op]) => ({ ...op, op_id }));
/** More versions of a note than the server keeps. */
const manyVersions = fc.array(
  fc.tuple(ids, noteOps).map(([op_id, op]) => ({ ...op, op_id })),
  { minLength: 25, maxLength: 40, size: "max" },
);

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .array(ops, { minLength: 1, maxLength: 8 })
        .map((sent): Step => ({ kind: "push", ops: sent })),
    },
    { weight: 1, arbitrary: manyVersions.map((sent): Step => ({ kind: "push", ops: sent })) },
    { weight: 4, arbitrary: fc.constant<Step>({ kind: "prune" }) },
    {
      weight: 4,
      arbitrary: fc
        .array(fc.nat(), { minLength: 1, maxLength: 12 })
        .map((picks): Step => ({ kind: "resend", picks })),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Step>(
        { kind: "refund" },
        { kind: "lesson 2 becomes free" },
        { kind: "daily limit is reached" },
      ),
    },
  ),
  { minLength: 4, maxLength: 14, size: "max" },
);

type Confirmed = { op: Op; result: PushReply["results"][number] };

describe("an op that is sent again after its row of the ledger was deleted", {
  timeout: TEST_LIMIT_MS,
}, () => {
  it("is confirmed as before and changes nothing, whatever happened in between (I2)", async () => {
    let deleted = 0;
    let resent = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (schedule) => {
        await setPreview(false);
        const { learner, client } = await enrolled();
        const confirmed: Confirmed[] = [];
        const resend = async (chosen: Confirmed[]) => {
          for (let from = 0; from < chosen.length; from += MAX_OPS_PER_PUSH) {
            const batch = chosen.slice(from, from + MAX_OPS_PER_PUSH);
            const before = await stateOf(learner);
            const { results } = await push(
              client,
              batch.map(({ op }) => op),
            );
            expect(await stateOf(learner)).toEqual(before);
            expect(results.map(confirmation)).toEqual(batch.map(({ result }) => confirmation(result)));
            resent += batch.length;
          }
        };
        for (const step of schedule) {
          if (step.kind === "push") {
            const { results } = await push(client, step.ops);
            results.forEach((result, index) => {
              const op = step.ops[index];
              if (op && result.status !== "rejected") confirmed.push({ op, result });
            });
          }
          if (step.kind === "prune") deleted += await prune(learner);
          if (step.kind === "resend")
            await resend(step.picks.flatMap((pick) => confirmed[pick % confirmed.length] ?? []));
          if (step.kind === "refund") await backend.refund(learner);
          if (step.kind === "lesson 2 becomes free") await setPreview(true);
          if (step.kind === "daily limit is reached")
            await backend.query(
              "update sync_clock set day = (now() at time zone 'UTC')::date, day_ops = 5000 where user_id = $1",
              [learner.id],
            );
        }
        // At the end a device returns that has received no reply. Meanwhile the earliest time for lesson 2 has changed.
        await setPreview(true);
        deleted += await prune(learner);
        await resend(confirmed);
        await resend([...confirmed].reverse());
      }),
      { seed: SEED, numRuns: RUNS },
    );
    expect(deleted).toBeGreaterThan(RUNS);
    expect(resent).toBeGreaterThan(RUNS);
  });
});

describe("the retention rule of the ledger", () => {
  const rows = (learner: Learner) =>
    backend.query("select from sync_ledger where user_id = $1", [learner.id]);
  const age = (learner: Learner, period: string) =>
    backend.query("update sync_ledger set received_at = now() - $2::interval where user_id = $1", [
      learner.id,
      period,
    ]);
  const apply = async () => (await backend.service().rpc("apply_retention", { p_rule: RULE })).data;

  it("deletes rows after 90 days, except those of ops whose time was out of bounds", async () => {
    const { learner, client } = await enrolled();
    const past = workbookOp("l03-prompt", "by a correct clock");
    const ahead = workbookOp("l03-case", "by a clock that runs ahead", { written_at: FAR_AHEAD });
    const early = progressOp("3", "2026-01-01T00:00:00.000Z"); // before the enrolment
    expect(await outcomes(client, [past, ahead, early])).toEqual(["ok", "ok", "ok"]);
    await age(learner, "89 days 23 hours");
    await apply();
    expect(await rows(learner)).toHaveLength(3);
    await age(learner, "90 days 1 minute");
    await apply();
    expect(await outcomes(client, [past, ahead, early])).toEqual(["ok", "duplicate", "duplicate"]);
    expect(await rows(learner)).toHaveLength(2);
  });

  it("deletes 500 rows per call, and reports whether there may be more", async () => {
    const { learner } = await enrolled();
    await backend.query(
      `insert into sync_ledger (user_id, op_id, received_at)
       select $1, gen_random_uuid(), now() - interval '91 days' from generate_series(1, 501)`,
      [learner.id],
    );
    expect(await apply()).toEqual({ count: 500, is_full: true });
    expect(await apply()).toEqual({ count: 1, is_full: false });
  });

  it("leaves the count of a learner's ops as it is, so the limit in total stays the same", async () => {
    const { learner, client } = await enrolled();
    await push(client, [progressOp("1"), progressOp("2")]);
    await prune(learner);
    expect(await stateOf(learner)).toMatchObject({ sync_clock: [{ applied_ops: 2 }] });
  });
});

it("an op that changes nothing is confirmed without a row in the ledger and without counting towards the limits", async () => {
  const { learner, client } = await enrolled();
  await push(client, [progressOp("1"), achievementOp("first_lesson")]);
  const before = await stateOf(learner);
  expect(await outcomes(client, [progressOp("1"), achievementOp("first_lesson")])).toEqual(["ok", "ok"]);
  expect(await stateOf(learner)).toEqual(before);
  expect(await backend.query("select from sync_ledger where user_id = $1", [learner.id])).toHaveLength(2);
});

/** A device treats `ok` and `duplicate` alike: the entry leaves the queue, and the text takes the server's time. */
const confirmation = (result: PushReply["results"][number]) =>
  result.status === "rejected" ? result : { op_id: result.op_id, written_at: result.written_at };
