import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { COURSE_ID } from "../../src/domain/ids.ts";
import { EARLIEST_CLIENT_TIME } from "../../src/domain/progress.ts";
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
  it("answers one status per op, in order, as the learner who sent it (S-118)", async () => {
    const { learner, client } = await enrolled();
    const ops = [progressOp("2"), attemptOp("1"), achievementOp("first_lesson")];
    const reply = await push(client, ops);
    expect(reply.user_id).toBe(learner.id);
    expect(reply.results).toEqual(ops.map(({ op_id }) => ({ op_id, status: "ok" })));
  });

  it("has no second effect when the reply was lost and it is sent again", async () => {
    const { client } = await enrolled();
    const ops = [progressOp("2"), attemptOp("2"), achievementOp("5_lessons")];
    await push(client, ops);
    const before = await pull(client, 0);
    expect(await outcomes(client, ops)).toEqual(["duplicate", "duplicate", "duplicate"]);
    expect(await pull(client, 0)).toEqual(before);
  });

  it("counts an op that it holds twice once", async () => {
    const { client } = await enrolled();
    const op = progressOp("2");
    expect(await outcomes(client, [op, op])).toEqual(["ok", "duplicate"]);
  });

  it("of a hundred is not held up by the poison in it", async () => {
    const { client } = await enrolled();
    const ops: unknown[] = Array.from({ length: 99 }, () => attemptOp("1"));
    ops.splice(50, 0, { ...progressOp("2"), payload: { lesson_id: null } });
    const codes = await outcomes(client, ops);
    expect(codes[50]).toBe("invalid");
    expect(codes.filter((code) => code === "ok")).toHaveLength(99);
  });

  it("is refused whole only when it is no batch at all", async () => {
    const { client } = await enrolled();
    for (const ops of [{}, null, 5, Array.from({ length: 101 }, () => progressOp("1"))]) {
      await expect(push(client, ops)).rejects.toMatchObject({ code: INVALID_PARAMETER });
    }
    expect(await outcomes(client, [])).toEqual([]);
  });

  it("is refused to a token whose account is gone", async () => {
    const { learner, client } = await enrolled();
    await backend.query("delete from auth.users where id = $1", [learner.id]);
    await expect(push(client, [progressOp("1")])).rejects.toMatchObject({ code: CLOSED });
  });
});

describe("a fault of the database in the middle of a batch", () => {
  /** Every insert of an achievement fails with this SQLSTATE while `work` runs. */
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

  it("that a retry may cure fails the batch as a whole and leaves nothing of it behind", async () => {
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

  it("that a retry would only repeat costs that one op its place, and it is judged again later", async () => {
    const { client } = await enrolled();
    const ops = [achievementOp("first_lesson"), progressOp("2")];
    await withFault("P0001", async () => expect(await outcomes(client, ops)).toEqual(["invalid", "ok"]));
    expect(await outcomes(client, ops)).toEqual(["ok", "duplicate"]);
  });
});

describe("a pushed completion", () => {
  it("keeps the earliest time any device reports, within what is possible (S-057)", async () => {
    const { learner, client } = await enrolled();
    await push(client, [progressOp("2", "2026-03-02T10:00:00.000Z"), progressOp("2", LONG_AGO)]);
    await push(client, [progressOp("4", "1999-12-31T23:59:59.999Z")]);
    expect(await progressOf(learner)).toEqual([
      { lesson_id: "2", completed: true, at: LONG_AGO, score: null },
      { lesson_id: "4", completed: true, at: EARLIEST_CLIENT_TIME, score: null },
    ]);
  });

  it("from a clock that runs ahead is taken as now", async () => {
    const { learner, client } = await enrolled();
    const before = new Date().toISOString();
    await push(client, [progressOp("2", "2099-01-01T00:00:00.000Z")]);
    const [row] = (await progressOf(learner)) as { at: string }[];
    expect(row && row.at >= before && row.at <= new Date().toISOString()).toBe(true);
  });

  it("that repeats what is known takes no revision", async () => {
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
  ])("is graded here: $score % passed $passed (S-071, S-109)", async ({ answers, score, passed }) => {
    const { learner, client } = await enrolled();
    await push(client, [attemptOp("2", { answers })]);
    const { rows } = await pull(client, 0);
    expect(rows.quiz_attempts).toMatchObject([{ answers, score, passed, taken_at: LONG_AGO }]);
    expect(await progressOf(learner)).toEqual([
      { lesson_id: "2", completed: passed, at: passed ? LONG_AGO : null, score },
    ]);
  });

  it("counts its best score and keeps a completion (S-048, S-057)", async () => {
    const { learner, client } = await enrolled();
    const worse = attemptOp("2", { answers: [0, 0, 0, 0, 0], taken_at: "2026-02-01T00:00:00.000Z" });
    await push(client, [attemptOp("2"), worse]);
    expect(await progressOf(learner)).toEqual([
      { lesson_id: "2", completed: true, at: LONG_AGO, score: 100 },
    ]);
  });

  it("is graded by the version it answered, also when a newer one is out", async () => {
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

  it("of a version that was never published waits until it is, and is then accepted", async () => {
    const { client } = await enrolled();
    const op = attemptOp("7", { lesson_version: 1 });
    expect(await outcomes(client, [op])).toEqual(["unknown_version"]);
    expect(await outcomes(client, [attemptOp("2", { lesson_version: 2 ** 40 })])).toEqual([
      "unknown_version",
    ]);
    await publishLesson(backend, "7");
    expect(await outcomes(client, [op])).toEqual(["ok"]);
  });

  it("may come again under another op id, unchanged, and not as something else", async () => {
    const { client } = await enrolled();
    const id = randomUUID();
    const first = attemptOp("2", { id });
    const again = attemptOp("2", { id, taken_at: "2026-04-01T00:00:00.000Z" });
    const other = attemptOp("2", { id, answers: [3, 3, 3, 3, 3] });
    expect(await outcomes(client, [first, again, other])).toEqual(["ok", "ok", "invalid"]);
    const { rows } = await pull(client, 0);
    expect(rows.quiz_attempts).toMatchObject([{ id, score: 100, taken_at: LONG_AGO }]);
  });

  it("cannot take the id of someone else's attempt (S-074)", async () => {
    const [ada, ben] = [await enrolled(), await enrolled()];
    const id = randomUUID();
    await push(ada.client, [attemptOp("2", { id })]);
    expect(await outcomes(ben.client, [attemptOp("2", { id })])).toEqual(["invalid"]);
    expect((await pull(ben.client, 0)).rows.quiz_attempts).toEqual([]);
  });
});

describe("entitlement of pushed work", () => {
  it("lets anyone signed in do the preview, and nothing that needs the course", async () => {
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

  it("judges refused work again once the learner has paid", async () => {
    const ada = await backend.signUp();
    const client = await backend.clientFor(ada);
    const ops = [progressOp("2"), attemptOp("2")];
    expect(await outcomes(client, ops)).toEqual(["not_entitled", "not_entitled"]);
    await backend.enrol(ada);
    expect(await outcomes(client, ops)).toEqual(["ok", "ok"]);
  });

  it("takes work done offline before a refund, and none done after", async () => {
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

describe("what a learner's own work cannot do", () => {
  it("is touch anyone else's rows, whatever user id it carries (S-074)", async () => {
    const [ada, ben] = [await enrolled(), await enrolled()];
    const op = progressOp("2");
    await push(ada.client, [
      { ...op, user_id: ben.learner.id, payload: { ...op.payload, user_id: ben.learner.id } },
    ]);
    expect(await progressOf(ben.learner)).toEqual([]);
    expect(await progressOf(ada.learner)).toHaveLength(1);
  });

  it("is share op ids with another learner's: the ledger is per person", async () => {
    const [ada, ben] = [await enrolled(), await enrolled()];
    const op = { ...progressOp("2"), payload: { ...progressOp("2").payload, course_id: COURSE_ID } };
    expect(await outcomes(ada.client, [op])).toEqual(["ok"]);
    expect(await outcomes(ben.client, [op])).toEqual(["ok"]);
  });
});
