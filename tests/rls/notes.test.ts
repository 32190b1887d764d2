import { beforeAll, describe, expect, it } from "vitest";
import { COURSE_ID } from "../../src/domain/ids.ts";
import { MAX_NOTES_PER_LESSON } from "../../src/entities/note/note.ts";
import { type Learner, withBackend } from "../support/backend.ts";
import { LONG_AGO, noteOp, outcomes, pull, push } from "../support/ops.ts";

const FORBIDDEN = "42501";
const HIGHLIGHT = {
  anchor: { quote: "who can say no", prefix: "Ask ", suffix: "." },
  colour: "ochre",
} as const;
const backend = withBackend();
let ada: Learner;

beforeAll(async () => {
  ada = await backend.signUp();
  await backend.enrol(ada);
  await push(await backend.clientFor(ada), [noteOp("3", "Mine.", HIGHLIGHT)]);
});

const bodiesOf = async ({ id }: Learner) =>
  (
    await backend.query<{ body: string }>("select body from lesson_notes where user_id = $1 order by rev", [
      id,
    ])
  ).map(({ body }) => body);

async function enrolled() {
  const learner = await backend.signUp();
  await backend.enrol(learner);
  return { learner, client: await backend.clientFor(learner) };
}

describe("lesson_notes", () => {
  it("is readable by its owner, even after access has ended", async () => {
    const { learner, client } = await enrolled();
    await push(client, [noteOp("3", "Still mine.")]);
    await backend.refund(learner);
    expect((await client.from("lesson_notes").select()).data).toMatchObject([{ body: "Still mine." }]);
  });

  it("shows another learner no rows and rejects visitors (S-074)", async () => {
    const { client } = await enrolled();
    expect((await client.from("lesson_notes").select()).data).toEqual([]);
    expect((await pull(client, 0)).rows.lesson_notes).toEqual([]);
    const visitor = await backend.clientFor();
    expect((await visitor.from("lesson_notes").select()).error?.code).toBe(FORBIDDEN);
  });

  it("can be written by sync_push only, and cannot be deleted by any role", async () => {
    const row = {
      user_id: ada.id,
      op_id: crypto.randomUUID(),
      note_id: crypto.randomUUID(),
      course_id: COURSE_ID,
      lesson_id: "3",
      lesson_version: 1,
      body: "Planted.",
      deleted: false,
      written_at: LONG_AGO,
      rev: 999,
    };
    const stranger = await backend.clientFor(await backend.signUp());
    const everyone = [await backend.clientFor(ada), stranger, await backend.clientFor(), backend.service()];
    for (const client of everyone) {
      const table = () => client.from("lesson_notes");
      expect((await table().insert(row)).error?.code).toBe(FORBIDDEN);
      expect((await table().update({ body: "Planted." }).eq("user_id", ada.id)).error?.code).toBe(FORBIDDEN);
      expect((await table().delete().eq("user_id", ada.id)).error?.code).toBe(FORBIDDEN);
    }
    expect(await bodiesOf(ada)).toEqual(["Mine."]);
  });

  it("stores a pushed note for the caller, whatever user or note id the op contains (S-074)", async () => {
    const { learner, client } = await enrolled();
    const [known] = await backend.query<{ note_id: string }>(
      "select note_id from lesson_notes where user_id = $1",
      [ada.id],
    );
    const op = noteOp("3", "Planted.", { note_id: known?.note_id ?? "" });
    const foreign = { ...op, user_id: ada.id, payload: { ...op.payload, user_id: ada.id } };
    expect(await outcomes(client, [foreign])).toEqual(["ok"]);
    expect(await bodiesOf(learner)).toEqual(["Planted."]);
    expect(await bodiesOf(ada)).toEqual(["Mine."]);
  });
});

describe("a pushed note", () => {
  it("reaches the learner's other device unchanged, in every version", async () => {
    const { learner, client } = await enrolled();
    const first = noteOp("3", "", HIGHLIGHT);
    const { note_id } = first.payload;
    const second = noteOp("3", 'Kia ora,\n"te reo" 🌍', { ...HIGHLIGHT, note_id });
    expect(await outcomes(client, [first, second])).toEqual(["ok", "ok"]);
    const { rows } = await pull(await backend.clientFor(learner), 0);
    expect(rows.lesson_notes).toMatchObject([
      { op_id: first.op_id, note_id, ...HIGHLIGHT, body: "", written_at: LONG_AGO },
      { op_id: second.op_id, note_id, ...HIGHLIGHT, body: 'Kia ora,\n"te reo" 🌍', deleted: false },
    ]);
  });

  it("with a future time is stored with the current time, which the reply contains", async () => {
    const { client } = await enrolled();
    const [result] = (await push(client, [noteOp("3", "x", { written_at: "2099-01-01T00:00:00.000Z" })]))
      .results;
    const [row] = (await pull(client, 0)).rows.lesson_notes;
    expect(row && row.written_at <= new Date().toISOString()).toBe(true);
    expect(result).toMatchObject({ status: "ok", written_at: row?.written_at });
  });

  it("is accepted in the preview from any signed-in user, and elsewhere from enrolled learners only", async () => {
    const learner = await backend.signUp();
    const client = await backend.clientFor(learner);
    const ops = [noteOp("1", "Mine."), noteOp("2", "Mine.")];
    expect(await outcomes(client, ops)).toEqual(["ok", "not_entitled"]);
    await backend.enrol(learner);
    expect(await outcomes(client, ops)).toEqual(["duplicate", "ok"]);
  });

  it("can be deleted but not changed after access has ended", async () => {
    const { learner, client } = await enrolled();
    const op = noteOp("3", "Mine.");
    const { note_id } = op.payload;
    await push(client, [op]);
    await backend.refund(learner);
    const after = { note_id, written_at: new Date(Date.now() + 60_000).toISOString() };
    const ops = [
      noteOp("3", "More.", after),
      noteOp("3", "", { ...after, deleted: true }),
      noteOp("3", "", { ...after, note_id: crypto.randomUUID(), deleted: true }),
    ];
    expect(await outcomes(client, ops)).toEqual(["not_entitled", "ok", "not_entitled"]);
  });

  it("is rejected when the lesson has 500 notes, but existing notes can still be changed", async () => {
    const { learner, client } = await enrolled();
    const [known] = await backend.query<{ note_id: string }>(
      `insert into lesson_notes
         (user_id, op_id, note_id, course_id, lesson_id, lesson_version, body, deleted, written_at, rev)
       select $1, gen_random_uuid(), gen_random_uuid(), $2, '3', 1, 'Full.', false, now(), -nth
       from generate_series(1, $3::integer) as nth returning note_id`,
      [learner.id, COURSE_ID, MAX_NOTES_PER_LESSON],
    );
    const note_id = known?.note_id ?? "";
    const more = [noteOp("3", "One more."), noteOp("3", "Changed.", { note_id }), noteOp("4", "Elsewhere.")];
    expect(await outcomes(client, more)).toEqual(["too_many", "ok", "ok"]);
  });
});
