import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { COURSE_ID } from "../../src/domain/ids.ts";
import { EARLIEST_CLIENT_TIME } from "../../src/entities/stamp.ts";
import { type Learner, withBackend } from "../support/backend.ts";
import { expectConsoleError } from "../support/failOnConsoleError.ts";
import { publishLesson } from "../support/lessons.ts";
import { achievementOp, attemptOp, LONG_AGO, outcomes, progressOp, pull, push } from "../support/ops.ts";

const CLOSED = "42501";
const INVALID_PARAMETER = "22023";
const backend = withBackend();

beforeAll(async () => {
  for (const lessonId of ["1", "2", "4"] as const) await publishLesson(backend, lessonId);
});

async function enrolled() {
  const learner = await backend.signUp();
  await backend.enrol(learner);
  return { learner, client: await backend.clientFor(learner) };
}

const progressOf = (learner: Learner) =>
  backend.query(
    `select lesson_id, completed, private.iso(completed_at) as at, quiz_score as score
     from course_progress where user_id = $1 order by lesson_id`,
    [learner.id],
  );

describe("a pushed batch", () => {
  it("returns one status per op, in order, with the user id of the sender (S-118)", async () => {
    const { learner, client } = await enrolled();
    const ops = [progressOp("2"), attemptOp("1"), achievementOp("first_lesson")];
    const reply = await push(client, ops);
    expect(reply.user_id).toBe(learner.id);
    expect(reply.results).toEqual(ops.map(({ op_id }) => ({ op_id, status: "ok" })));
  });

  it("has no second effect when it is sent again after a lost reply", async () => {
    const { client } = await enrolled();
    const ops = [progressOp("2"), attemptOp("2"), achievementOp("5_lessons")];
    await push(client, ops);
    const before = await pull(client, 0);
    expect(await outcomes(client, ops)).toEqual(["duplicate", "duplicate", "duplicate"]);
    expect(await pull(client, 0)).toEqual(before);
  });

  it("applies an op only once if it contains the op twice", async () => {
    const { client } = await enrolled();
    const op = progressOp("2");
    expect(await outcomes(client, [op, op])).toEqual(["ok", "duplicate"]);
  });

  it("applies the other 99 of its 100 ops if one is invalid", async () => {
    const { client } = await enrolled();
    const ops: unknown[] = Array.from({ length: 99 }, () => attemptOp("1"));
    ops.splice(50, 0, { ...progressOp("2"), payload: { lesson_id: null } });
    const codes = await outcomes(client, ops);
    expect(codes[50]).toBe("invalid");
    expect(codes.filter((code) => code === "ok")).toHaveLength(99);
    expect(await backend.query("select code, count from private.refusals")).toEqual([
      { code: "invalid", count: 1 },
    ]);
  });

  it("is rejected as a whole only if it is not an array or has more than 100 ops", async () => {
    const { client } = await enrolled();
    for (const ops of [{}, null, 5, Array.from({ length: 101 }, () => progressOp("1"))]) {
      await expect(push(client, ops)).rejects.toMatchObject({ code: INVALID_PARAMETER });
    }
    expect(await outcomes(client, [])).toEqual([]);
  });

  it("is rejected if the token's account has been deleted", async () => {
    const { learner, client } = await enrolled();
    await backend.query("delete from auth.users where id = $1", [learner.id]);
    await expect(push(client, [progressOp("1")])).rejects.toMatchObject({ code: CLOSED });
  });
});

describe("a database error in the middle of a batch", () => {
  /** Makes every insert of an achievement fail with this SQLSTATE while `work` runs. */
  async function withFault(sqlstate: string, work: () => Promise<void>): Promise<void> {
    await backend.query(`create function public.fail() returns trigger language plpgsql as
      $$ begin raise exception 'out of order' using errcode = '${sqlstate}'; end $$`);
    await backend.query(`create trigger fail before insert on user_achievements
      for each row execute function public.fail()`);
    try {
      await work();
    } finally {
      await backend.query("drop function public.fail() cascade");
    }
  }

  it("fails the whole batch and stores none of it if a retry may succeed", async () => {
    const { client } = await enrolled();
    const ops = [progressOp("2"), achievementOp("first_lesson")];
    await withFault("55P03", async () => {
      expectConsoleError(/out of order/);
      await expect(push(client, ops)).rejects.toMatchObject({
        message: expect.stringContaining("out of order"),
      });
      expect((await pull(client, 0)).rows.course_progress).toEqual([]);
    });
    expect(await outcomes(client, ops)).toEqual(["ok", "ok"]);
  });

  it("rejects only its own op if a retry would fail too, and the op is checked again when it is resent", async () => {
    const { client } = await enrolled();
    const ops = [achievementOp("first_lesson"), progressOp("2")];
    await withFault("P0001", async () => expect(await outcomes(client, ops)).toEqual(["invalid", "ok"]));
    expect(await outcomes(client, ops)).toEqual(["ok", "duplicate"]);
  });
});

describe("a pushed completion", () => {
  it("keeps the earliest time that any device reports, limited to the earliest accepted time (S-057)", async () => {
    const { learner, client } = await enrolled();
    await push(client, [progressOp("2", "2026-03-02T10:00:00.000Z"), progressOp("2", LONG_AGO)]);
    await push(client, [progressOp("4", "1999-12-31T23:59:59.999Z")]);
    expect(await progressOf(learner)).toEqual([
      { lesson_id: "2", completed: true, at: LONG_AGO, score: null },
      { lesson_id: "4", completed: true, at: EARLIEST_CLIENT_TIME, score: null },
    ]);
  });

  it("gets the time of its arrival if its device's clock runs ahead", async () => {
    const { learner, client } = await enrolled();
    const before = new Date().toISOString();
    await push(client, [progressOp("2", "2099-01-01T00:00:00.000Z")]);
    const [row] = (await progressOf(learner)) as { at: string }[];
    expect(row && row.at >= before && row.at <= new Date().toISOString()).toBe(true);
  });

  it("takes no revision if it changes nothing", async () => {
    const { client } = await enrolled();
    await push(client, [progressOp("2")]);
    const { cursor } = await pull(client, 0);
    await push(client, [progressOp("2"), progressOp("2", "2026-03-05T00:00:00.000Z")]);
    expect((await pull(client, 0)).cursor).toBe(cursor);
  });
});

describe("a pushed attempt", () => {
  it.each([
    { answers: [0, 1, 2, 3, 0], score: 100, passed: true },
    { answers: [0, 1, 2, 3, 1], score: 80, passed: true },
    { answers: [0, 1, 2, 0, 1], score: 60, passed: false },
    { answers: [1, 2, 3, 0, 1], score: 0, passed: false },
  ])("is graded by the server: $score, passed $passed (S-071, S-109)", async ({ answers, score, passed }) => {
    const { learner, client } = await enrolled();
    await push(client, [attemptOp("2", { answers })]);
    const { rows } = await pull(client, 0);
    expect(rows.quiz_attempts).toMatchObject([{ answers, score, passed, taken_at: LONG_AGO }]);
    expect(await progressOf(learner)).toEqual([
      { lesson_id: "2", completed: passed, at: passed ? LONG_AGO : null, score },
    ]);
  });

  it("does not lower the best score or undo a completion (S-048, S-057)", async () => {
    const { learner, client } = await enrolled();
    const worse = attemptOp("2", { answers: [0, 0, 0, 0, 0], taken_at: "2026-02-01T00:00:00.000Z" });
    await push(client, [attemptOp("2"), worse]);
    expect(await progressOf(learner)).toEqual([
      { lesson_id: "2", completed: true, at: LONG_AGO, score: 100 },
    ]);
  });

  it("is graded by the lesson version it answered, even after a newer one is published", async () => {
    const { client } = await enrolled();
    await publishLesson(backend, "6", 1, [0, 0, 0, 0, 0]);
    await publishLesson(backend, "6", 2, [1, 1, 1, 1, 1]);
    const answers = [0, 0, 0, 0, 0];
    await push(client, [
      attemptOp("6", { answers, lesson_version: 1 }),
      attemptOp("6", { answers, lesson_version: 2 }),
    ]);
    const { rows } = await pull(client, 0);
    expect(rows.quiz_attempts.map(({ score }) => score)).toEqual([100, 0]);
  });

  it("is rejected until its lesson version is published, and accepted afterwards", async () => {
    const { client } = await enrolled();
    const op = attemptOp("7", { lesson_version: 1 });
    expect(await outcomes(client, [op])).toEqual(["unknown_version"]);
    expect(await outcomes(client, [attemptOp("2", { lesson_version: 2 ** 40 })])).toEqual([
      "unknown_version",
    ]);
    await publishLesson(backend, "7");
    expect(await outcomes(client, [op])).toEqual(["ok"]);
  });

  it("is accepted again under another op id without being changed, but not with other answers", async () => {
    const { client } = await enrolled();
    const id = randomUUID();
    const first = attemptOp("2", { id });
    const again = attemptOp("2", { id, taken_at: "2026-04-01T00:00:00.000Z" });
    const other = attemptOp("2", { id, answers: [3, 3, 3, 3, 3] });
    expect(await outcomes(client, [first, again, other])).toEqual(["ok", "ok", "invalid"]);
    const { rows } = await pull(client, 0);
    expect(rows.quiz_attempts).toMatchObject([{ id, score: 100, taken_at: LONG_AGO }]);
  });

  it("cannot reuse the id of another learner's attempt (S-074)", async () => {
    const [ada, ben] = [await enrolled(), await enrolled()];
    const id = randomUUID();
    await push(ada.client, [attemptOp("2", { id })]);
    expect(await outcomes(ben.client, [attemptOp("2", { id })])).toEqual(["invalid"]);
    expect((await pull(ben.client, 0)).rows.quiz_attempts).toEqual([]);
  });
});

describe("the entitlement check of pushed work", () => {
  it("allows any signed-in user to do the preview lesson, but nothing that requires the course", async () => {
    const client = await backend.clientFor(await backend.signUp());
    const free = [progressOp("1"), attemptOp("1"), achievementOp("first_lesson")];
    const paid = [
      progressOp("2"),
      attemptOp("2"),
      achievementOp("5_lessons"),
      achievementOp("course_complete"),
    ];
    expect(await outcomes(client, free)).toEqual(["ok", "ok", "ok"]);
    expect(await outcomes(client, paid)).toEqual(Array(4).fill("not_entitled"));
  });

  it("is repeated, so rejected work is accepted once the learner has enrolled", async () => {
    const ada = await backend.signUp();
    const client = await backend.clientFor(ada);
    const ops = [progressOp("2"), attemptOp("2")];
    expect(await outcomes(client, ops)).toEqual(["not_entitled", "not_entitled"]);
    await backend.enrol(ada);
    expect(await outcomes(client, ops)).toEqual(["ok", "ok"]);
  });

  it("accepts work done before a refund and sent afterwards, but no work done after the refund", async () => {
    const { learner, client } = await enrolled();
    await backend.refund(learner);
    const now = new Date(Date.now() + 60_000).toISOString();
    const before = [progressOp("2"), attemptOp("4"), achievementOp("5_lessons")];
    expect(await outcomes(client, before)).toEqual(["ok", "ok", "ok"]);
    expect(await outcomes(client, [progressOp("3", now), attemptOp("2", { taken_at: now })])).toEqual([
      "not_entitled",
      "not_entitled",
    ]);
  });
});

describe("a learner's pushed op", () => {
  it("writes only the learner's own rows, whatever user id it contains (S-074)", async () => {
    const [ada, ben] = [await enrolled(), await enrolled()];
    const op = progressOp("2");
    await push(ada.client, [
      { ...op, user_id: ben.learner.id, payload: { ...op.payload, user_id: ben.learner.id } },
    ]);
    expect(await progressOf(ben.learner)).toEqual([]);
    expect(await progressOf(ada.learner)).toHaveLength(1);
  });

  it("may have the same op id as another learner's op, because the ledger is per user", async () => {
    const [ada, ben] = [await enrolled(), await enrolled()];
    const op = { ...progressOp("2"), payload: { ...progressOp("2").payload, course_id: COURSE_ID } };
    expect(await outcomes(ada.client, [op])).toEqual(["ok"]);
    expect(await outcomes(ben.client, [op])).toEqual(["ok"]);
  });
});
