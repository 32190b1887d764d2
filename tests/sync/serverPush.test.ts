import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { PullReply } from "../../src/entities/messages.ts";
import { publishLesson } from "../support/lessons.ts";
import {
  achievementRow,
  attemptRow,
  contentsOf,
  enrolled,
  LONG_AGO,
  outcomes,
  progressRow,
  pull,
  push,
} from "../support/sentRows.ts";
import { type Learner, withBackend } from "../support/server/backend.ts";
import { expectConsoleError } from "../support/setup/failOnConsoleError.ts";

const CLOSED = "42501";
const INVALID_PARAMETER = "22023";
const backend = withBackend();

beforeAll(async () => {
  for (const lessonId of ["1", "2", "4"] as const) await publishLesson(backend, lessonId);
});

/** What does not depend on the time of the reply. */
const revisionsOf = ({ epoch, cursor, rows }: PullReply) => ({ epoch, cursor, rows });

const progressOf = (learner: Learner) =>
  backend.query(
    `select lesson_id, completed, private.iso(completed_at) as at, quiz_score as score
     from course_progress where user_id = $1 order by lesson_id`,
    [learner.id],
  );

describe("a pushed batch", () => {
  it("returns one answer per row, in order, with the user id of the sender (S-118)", async () => {
    const { learner, client } = await enrolled(backend);
    const rows = [progressRow("2"), attemptRow("1"), achievementRow("first_lesson")];
    const reply = await push(client, rows);
    expect(reply.user_id).toBe(learner.id);
    expect(reply.answers).toEqual(rows.map(({ kind, key }) => ({ kind, key, code: null })));
  });

  it("has no second effect when it is sent again after a lost reply, or contains a row twice", async () => {
    const { client } = await enrolled(backend);
    const rows = [progressRow("2"), attemptRow("2"), achievementRow("5_lessons")];
    await push(client, [...rows, ...rows]);
    const before = await pull(client, 0);
    expect(await outcomes(client, rows)).toEqual(["ok", "ok", "ok"]);
    expect(revisionsOf(await pull(client, 0))).toEqual(revisionsOf(before));
  });

  it("applies the other 99 of its 100 rows if one is invalid", async () => {
    const { client } = await enrolled(backend);
    const rows: unknown[] = Array.from({ length: 99 }, () => attemptRow("1"));
    rows.splice(50, 0, { ...progressRow("2"), content: { lessonId: null } });
    const codes = await outcomes(client, rows);
    expect(codes[50]).toBe("invalid");
    expect(codes.filter((code) => code === "ok")).toHaveLength(99);
    expect(await backend.query("select code, count from private.refusals")).toEqual([
      { code: "invalid", count: 1 },
    ]);
  });

  it("is rejected as a whole only if it is not an array or has more than 100 rows", async () => {
    const { client } = await enrolled(backend);
    for (const rows of [{}, null, 5, Array.from({ length: 101 }, () => progressRow("1"))]) {
      await expect(push(client, rows)).rejects.toMatchObject({ code: INVALID_PARAMETER });
    }
    expect(await outcomes(client, [])).toEqual([]);
  });

  it("is rejected if the token's account has been deleted", async () => {
    const { learner, client } = await enrolled(backend);
    await backend.query("delete from auth.users where id = $1", [learner.id]);
    await expect(push(client, [progressRow("1")])).rejects.toMatchObject({ code: CLOSED });
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
    const { client } = await enrolled(backend);
    const rows = [progressRow("2"), achievementRow("first_lesson")];
    await withFault("55P03", async () => {
      expectConsoleError(/out of order/);
      await expect(push(client, rows)).rejects.toMatchObject({
        message: expect.stringContaining("out of order"),
      });
      expect(contentsOf(await pull(client, 0), "progress")).toEqual([]);
    });
    expect(await outcomes(client, rows)).toEqual(["ok", "ok"]);
  });

  it("rejects only its own row if a retry would fail too, and the row is checked again when it is resent", async () => {
    const { client } = await enrolled(backend);
    const rows = [achievementRow("first_lesson"), progressRow("2")];
    await withFault("P0001", async () => expect(await outcomes(client, rows)).toEqual(["invalid", "ok"]));
    expect(await outcomes(client, rows)).toEqual(["ok", "ok"]);
  });
});

describe("a pushed completion", () => {
  it("keeps the earliest time that any device reports, limited to the earliest accepted time (S-057)", async () => {
    const { learner, client } = await enrolled(backend);
    await push(client, [progressRow("2", "2026-03-02T10:00:00.000Z"), progressRow("2", LONG_AGO)]);
    await push(client, [progressRow("4", "1999-12-31T23:59:59.999Z")]);
    expect(await progressOf(learner)).toEqual([
      { lesson_id: "2", completed: true, at: LONG_AGO, score: null },
      { lesson_id: "4", completed: true, at: "2025-01-01T00:00:00.000Z", score: null },
    ]);
  });

  it("gets the time of its arrival if its device's clock runs ahead", async () => {
    const { learner, client } = await enrolled(backend);
    const before = new Date().toISOString();
    await push(client, [progressRow("2", "2099-01-01T00:00:00.000Z")]);
    const [row] = (await progressOf(learner)) as { at: string }[];
    expect(row && row.at >= before && row.at <= new Date().toISOString()).toBe(true);
  });
});

describe("a pushed attempt", () => {
  it.each([
    { answers: [0, 1, 2, 3, 0], score: 100, passed: true },
    { answers: [0, 1, 2, 3, 1], score: 80, passed: true },
    { answers: [0, 1, 2, 0, 1], score: 60, passed: false },
    { answers: [1, 2, 3, 0, 1], score: 0, passed: false },
  ])("is graded by the server: $score, passed $passed (S-071, S-109)", async ({ answers, score, passed }) => {
    const { learner, client } = await enrolled(backend);
    const { rows } = await push(client, [attemptRow("2", { answers, score: 99, passed: true })]);
    expect(rows).toMatchObject([{ content: { score, passed } }]);
    const graded = { answers, score, passed, takenAt: LONG_AGO, receivedAt: expect.any(String) };
    expect(contentsOf(await pull(client, 0), "attempt")).toMatchObject([graded]);
    expect(await progressOf(learner)).toEqual([
      { lesson_id: "2", completed: passed, at: passed ? LONG_AGO : null, score },
    ]);
  });

  it("does not lower the best score or undo a completion (S-048, S-057)", async () => {
    const { learner, client } = await enrolled(backend);
    const worse = attemptRow("2", { answers: [0, 0, 0, 0, 0], takenAt: "2026-02-01T00:00:00.000Z" });
    await push(client, [attemptRow("2"), worse]);
    expect(await progressOf(learner)).toEqual([
      { lesson_id: "2", completed: true, at: LONG_AGO, score: 100 },
    ]);
  });

  it("is graded by the lesson version it answered, even after a newer one is published", async () => {
    const { client } = await enrolled(backend);
    await publishLesson(backend, "6", 1, [0, 0, 0, 0, 0]);
    await publishLesson(backend, "6", 2, [1, 1, 1, 1, 1]);
    const answers = [0, 0, 0, 0, 0];
    await push(client, [
      attemptRow("6", { answers, lessonVersion: 1 }),
      attemptRow("6", { answers, lessonVersion: 2 }),
    ]);
    expect(contentsOf(await pull(client, 0), "attempt").map(({ score }) => score)).toEqual([100, 0]);
  });

  it("is rejected until its lesson version is published, and accepted afterwards", async () => {
    const { client } = await enrolled(backend);
    const row = attemptRow("7", { lessonVersion: 1 });
    expect(await outcomes(client, [row])).toEqual(["unknown_version"]);
    expect(await outcomes(client, [attemptRow("2", { lessonVersion: 2 ** 40 })])).toEqual([
      "unknown_version",
    ]);
    await publishLesson(backend, "7");
    expect(await outcomes(client, [row])).toEqual(["ok"]);
  });

  it("is accepted again with another time without being changed, but not with other answers", async () => {
    const { client } = await enrolled(backend);
    const id = randomUUID();
    const first = attemptRow("2", { id });
    const again = attemptRow("2", { id, takenAt: "2026-04-01T00:00:00.000Z" });
    const other = attemptRow("2", { id, answers: [3, 3, 3, 3, 3] });
    expect(await outcomes(client, [first, again, other])).toEqual(["ok", "ok", "invalid"]);
    expect(contentsOf(await pull(client, 0), "attempt")).toMatchObject([
      { id, score: 100, takenAt: LONG_AGO },
    ]);
  });

  it("cannot reuse the id of another learner's attempt (S-074)", async () => {
    const [ada, ben] = [await enrolled(backend), await enrolled(backend)];
    const id = randomUUID();
    await push(ada.client, [attemptRow("2", { id })]);
    expect(await outcomes(ben.client, [attemptRow("2", { id })])).toEqual(["invalid"]);
    expect(contentsOf(await pull(ben.client, 0), "attempt")).toEqual([]);
  });
});

describe("a request of another version of the sync", () => {
  it.each([0, 2, null])("is refused as a whole: %j", async (version) => {
    const { client } = await enrolled(backend);
    expect((await client.rpc("sync_push", { version, rows: [] })).error?.code).toBe(INVALID_PARAMETER);
  });
});
