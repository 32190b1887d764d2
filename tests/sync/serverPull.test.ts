import { beforeAll, describe, expect, it } from "vitest";
import { COURSE_ID } from "../../src/domain/ids.ts";
import { MAX_ROWS_PER_PULL, type PullReply } from "../../src/entities/messages.ts";
import { publishLesson } from "../support/lessons.ts";
import {
  achievementRow,
  attemptRow,
  contentsOf,
  enrolled,
  fieldRow,
  LONG_AGO,
  progressRow,
  pull,
  push,
} from "../support/sentRows.ts";
import { withBackend } from "../support/server/backend.ts";

const INVALID_PARAMETER = "22023";
const backend = withBackend();

beforeAll(async () => {
  await publishLesson(backend, "1");
  await publishLesson(backend, "2");
});

const revs = ({ rows }: PullReply): number[] => rows.map(({ rev }) => rev);

describe("sync_pull", () => {
  it("returns cursor 0 and always the same epoch to a learner who has done nothing yet", async () => {
    const { client } = await enrolled(backend);
    const first = await pull(client, 0);
    expect(first).toMatchObject({ cursor: 0, has_more: false });
    expect((await pull(client, 0)).epoch).toBe(first.epoch);
    expect((await push(client, [])).epoch).toBe(first.epoch);
  });

  it("names the creation of the account apart from a later enrolment, because the preview may be completed in between", async () => {
    const { learner, client } = await enrolled(backend);
    await backend.query("update auth.users set created_at = $2 where id = $1", [learner.id, LONG_AGO]);
    await backend.query("update public.course_enrollments set started_at = $2 where user_id = $1", [
      learner.id,
      "2026-06-01T09:00:00.000Z",
    ]);
    expect(await pull(client, 0)).toMatchObject({
      registered_at: LONG_AGO,
      enrolled_at: "2026-06-01T09:00:00.000Z",
    });
  });

  it("returns only the rows that changed after the cursor", async () => {
    const { client } = await enrolled(backend);
    await push(client, [progressRow("1"), progressRow("2")]);
    const { cursor } = await pull(client, 0);
    expect(revs(await pull(client, cursor))).toEqual([]);
    await push(client, [progressRow("2", "2026-01-01T00:00:00.000Z")]);
    expect(contentsOf(await pull(client, cursor), "progress")).toMatchObject([
      { lessonId: "2", completedAt: "2026-01-01T00:00:00.000Z" },
    ]);
  });

  it("neither misses nor repeats a row, whatever the page size", async () => {
    const { client } = await enrolled(backend);
    const rows = [
      progressRow("1"),
      fieldRow("l02-check", "Ask where it read that."),
      attemptRow("1"),
      achievementRow("first_lesson"),
      attemptRow("2"),
      progressRow("3"),
    ];
    await push(client, rows);
    const whole = await pull(client, 0);
    for (const size of [1, 2, 3, MAX_ROWS_PER_PULL]) {
      const seen: number[] = [];
      let reply = await pull(client, 0, size);
      for (seen.push(...revs(reply)); reply.has_more; seen.push(...revs(reply))) {
        expect(revs(reply)).toHaveLength(size);
        reply = await pull(client, reply.cursor, size);
      }
      expect(seen.sort((a, b) => a - b)).toEqual(revs(whole).sort((a, b) => a - b));
      expect(reply.cursor).toBe(whole.cursor);
    }
  });

  it("rejects a negative or missing cursor", async () => {
    const { client } = await enrolled(backend);
    await expect(pull(client, -1)).rejects.toMatchObject({ code: INVALID_PARAMETER });
    await expect(pull(client, null)).rejects.toMatchObject({ code: INVALID_PARAMETER });
  });

  it("keeps the page size between 1 and 1,000 rows, whatever the caller requests", async () => {
    const { learner, client } = await enrolled(backend);
    await backend.query(
      `insert into public.quiz_attempts (id, user_id, course_id, lesson_id, lesson_version, answers, score, passed, taken_at, rev)
       select gen_random_uuid(), $1, $2, '1', 1, '{0,0,0,0,0}', 0, false, now(), place from generate_series(1, $3::integer) as place`,
      [learner.id, COURSE_ID, MAX_ROWS_PER_PULL + 1],
    );
    await backend.query(
      "insert into public.sync_clock (user_id, rev) values ($1, $2) on conflict (user_id) do update set rev = excluded.rev",
      [learner.id, MAX_ROWS_PER_PULL + 1],
    );
    expect(revs(await pull(client, 0, 0))).toHaveLength(1);
    expect(revs(await pull(client, 0, -5))).toHaveLength(1);
    expect(revs(await pull(client, 0, 100_000))).toHaveLength(MAX_ROWS_PER_PULL);
  });
});

describe("a server restored from an older backup", () => {
  it("returns a new epoch and the whole state to a device with a newer cursor", async () => {
    const { client } = await enrolled(backend);
    await push(client, [progressRow("1"), progressRow("2")]);
    const before = await pull(client, 0);
    const after = await pull(client, before.cursor + 10);
    expect(after.epoch).not.toBe(before.epoch);
    expect(revs(after)).toEqual(revs(before));
    expect(after.cursor).toBe(before.cursor);
    expect((await pull(client, after.cursor)).epoch).toBe(after.epoch);
  });

  it("starts a new epoch for every learner when the operator runs begin_new_epoch", async () => {
    const [ada, ben] = [await enrolled(backend), await enrolled(backend)];
    const before = [(await pull(ada.client, 0)).epoch, (await pull(ben.client, 0)).epoch];
    await backend.query("select private.begin_new_epoch()");
    const after = [(await pull(ada.client, 0)).epoch, (await pull(ben.client, 0)).epoch];
    expect(new Set([...before, ...after]).size).toBe(4);
    expect((await push(ada.client, [])).epoch).toBe(after[0]);
  });
});
