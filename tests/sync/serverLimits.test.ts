import { beforeAll, describe, expect, it } from "vitest";
import type { Island } from "../../src/domain/course/island.ts";
import { COURSE_ID } from "../../src/domain/ids.ts";
import { type Learner, withBackend } from "../support/backend.ts";
import { lessonPack } from "../support/lessons.ts";
import { LONG_AGO, noteOp, outcomes, progressOp, pull, workbookOp } from "../support/ops.ts";

const backend = withBackend();

async function newLearner() {
  const learner = await backend.signUp();
  return { learner, client: await backend.clientFor(learner) };
}

describe("a workbook field", () => {
  const publish = async (version: number, islands: Island[]) => {
    const pack = { ...lessonPack("1"), islands };
    const row = {
      course_id: COURSE_ID,
      lesson_id: "1",
      version,
      hash: version.toString(16).padStart(64, "0"),
      bytes: 1,
      is_preview: true,
      pack,
    };
    const { error } = await backend.service().from("lessons").upsert(row);
    expect(error).toBeNull();
  };
  const field = (id: string): Island => ({ kind: "field", id, label: "Yours", lines: 2 });
  const marks = (fieldId: string): Island => ({
    kind: "marks",
    id: "marks",
    passMarks: 1,
    rows: [{ fieldId, criterion: "Clear", needed: false, levels: ["a", "b", "c", "d"] }],
  });

  it("is rejected and not stored if the course does not have it, even in a batch of 100 from a free account", async () => {
    const { learner, client } = await newLearner();
    const ops = Array.from({ length: 100 }, (_, index) =>
      workbookOp(`l01-invented-${index}`, "x".repeat(4000)),
    );
    expect(new Set(await outcomes(client, ops))).toEqual(new Set(["unknown_field"]));
    expect((await pull(client, 0)).rows.workbook_fields).toEqual([]);
    expect(await backend.query("select from sync_ledger where user_id = $1", [learner.id])).toEqual([]);
  });

  it("is accepted once its lesson is published, and still accepted after a later version removed it", async () => {
    const { client } = await newLearner();
    const ops = () => [workbookOp("l01-new-field", "Mine."), workbookOp("l01-new-mark", "3")];
    expect(await outcomes(client, ops())).toEqual(["unknown_field", "unknown_field"]);
    await publish(1, [field("l01-new-field"), marks("l01-new-mark")]);
    expect(await outcomes(client, ops())).toEqual(["ok", "ok"]);
    await publish(2, [field("l01-renamed")]);
    expect(await outcomes(client, [...ops(), workbookOp("l01-renamed", "Mine.")])).toEqual([
      "ok",
      "ok",
      "ok",
    ]);
  });

  it("can be changed if the learner filled it in before unknown fields were rejected", async () => {
    const { learner, client } = await newLearner();
    await backend.query(
      `insert into workbook_fields (user_id, course_id, field_id, value, written_at, op_id, rev)
       values ($1, $2, 'l01-old', 'Old.', '2026-01-01', gen_random_uuid(), 1)`,
      [learner.id, COURSE_ID],
    );
    expect(await outcomes(client, [workbookOp("l01-old", "New.")])).toEqual(["ok"]);
  });
});

describe("the limit on what one learner can send", () => {
  let ada: Learner;
  let client: Awaited<ReturnType<typeof newLearner>>["client"];
  beforeAll(async () => {
    ({ learner: ada, client } = await newLearner());
    expect(await outcomes(client, [progressOp("1")])).toEqual(["ok"]);
  });
  const setClock = (assignments: string) =>
    backend.query(`update sync_clock set ${assignments} where user_id = $1`, [ada.id]);
  const notes = () => backend.query("select from lesson_notes where user_id = $1", [ada.id]);

  it("is 5,000 ops a day; further ops change nothing and are accepted the next day", async () => {
    const [first, second] = [noteOp("1", "The last today."), noteOp("1", "One too many.")];
    await setClock("day = (now() at time zone 'UTC')::date, day_ops = 4999");
    expect(await outcomes(client, [first, second, first])).toEqual(["ok", "too_many_today", "duplicate"]);
    expect(await notes()).toHaveLength(1);
    await setClock("day = day - 1");
    expect(await outcomes(client, [second])).toEqual(["ok"]);
    expect(await notes()).toHaveLength(2);
  });

  it("refuses ops unread after 20 pushes of a learner who has reached it in a quarter of an hour", async () => {
    const { learner, client } = await newLearner();
    const known = progressOp("1");
    expect(await outcomes(client, [known])).toEqual(["ok"]);
    await backend.query(
      "update sync_clock set day = (now() at time zone 'UTC')::date, day_ops = 5000 where user_id = $1",
      [learner.id],
    );
    const unreadable = { ...noteOp("1", "One too many."), payload: {} };
    for (let count = 0; count < 20; count++)
      expect(await outcomes(client, [unreadable])).toEqual(["invalid"]);
    expect(await outcomes(client, [unreadable, known])).toEqual(["too_many_today", "duplicate"]);
    await backend.query("update sync_clock set day = day - 1 where user_id = $1", [learner.id]);
    expect(await outcomes(client, [noteOp("1", "The next day.")])).toEqual(["ok"]);
  });

  it("is 50,000 ops in total", async () => {
    const [{ applied_ops: before } = { applied_ops: 0 }] = await backend.query<{ applied_ops: number }>(
      "select applied_ops::int from sync_clock where user_id = $1",
      [ada.id],
    );
    expect(before).toBe(3);
    await setClock("applied_ops = 50000");
    expect(await outcomes(client, [noteOp("1", "One too many.")])).toEqual(["too_many"]);
    await setClock("applied_ops = 3");
  });

  it("is 5 MB of notes, which can still be deleted when it is reached", async () => {
    const kept = noteOp("1", "Kept.");
    expect(await outcomes(client, [kept])).toEqual(["ok"]);
    await backend.query(
      `insert into lesson_notes
         (user_id, op_id, note_id, course_id, lesson_id, lesson_version, body, deleted, written_at, rev)
       select $1, gen_random_uuid(), gen_random_uuid(), $2, '1', 1, repeat('🌍', 4000), false, $3, 1000 + number
       from generate_series(1, 313) as number`,
      [ada.id, COURSE_ID, LONG_AGO],
    );
    const gone = noteOp("1", "", { note_id: kept.payload.note_id, deleted: true });
    expect(await outcomes(client, [noteOp("1", "No room."), gone])).toEqual(["too_many", "ok"]);
  });
});
