import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { EARLIEST_CLIENT_TIME } from "../../src/entities/stamp.ts";
import { withBackend } from "../support/backend.ts";
import { LONG_AGO, outcomes, pull, push, workbookOp } from "../support/ops.ts";

const FIELD = "l03-prompt";
const EARLIER = "2026-02-01T00:00:00.000Z";
const FAR_AHEAD = "2099-01-01T00:00:00.000Z";
const backend = withBackend();

async function enrolled() {
  const learner = await backend.signUp();
  await backend.enrol(learner);
  return { learner, client: await backend.clientFor(learner) };
}
type Client = Awaited<ReturnType<typeof enrolled>>["client"];

const fieldsOf = async (client: Client, cursor = 0) => (await pull(client, cursor)).rows.workbook_fields;
const write = (value: string, writtenAt = LONG_AGO, opId: string = randomUUID()) => ({
  ...workbookOp(FIELD, value, { written_at: writtenAt }),
  op_id: opId,
});

describe("a pushed workbook text", () => {
  it("reaches the learner's other device with its time and op id", async () => {
    const { learner, client } = await enrolled();
    const op = write("Goal, context, example.");
    expect(await outcomes(client, [op])).toEqual(["ok"]);
    expect(await fieldsOf(await backend.clientFor(learner))).toMatchObject([
      { field_id: FIELD, value: "Goal, context, example.", written_at: LONG_AGO, op_id: op.op_id },
    ]);
  });

  it("is replaced by a later text and never by an earlier one, in either order of arrival", async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const { client } = await enrolled();
      const ops = [write("later"), write("earlier", EARLIER)];
      expect(
        await outcomes(
          client,
          order.map((index) => ops[index]),
        ),
      ).toEqual(["ok", "ok"]);
      expect(await fieldsOf(client)).toMatchObject([{ value: "later", written_at: LONG_AGO }]);
    }
  });

  it("wins over another text with the same time if it has the higher op id", async () => {
    const [low, high] = [randomUUID(), randomUUID()].sort();
    for (const order of [
      [high, low],
      [low, high],
    ]) {
      const { client } = await enrolled();
      await push(
        client,
        order.map((opId) => write(`by ${opId}`, LONG_AGO, opId)),
      );
      expect(await fieldsOf(client)).toMatchObject([{ value: `by ${high}` }]);
    }
  });

  it("causes the winner to be pulled again if it loses because its time was limited: its device may have ignored the winner", async () => {
    const { client } = await enrolled();
    const [low, high] = [randomUUID(), randomUUID()].sort();
    // In one batch both get the same time, so the op id decides.
    await push(client, [write("winner", FAR_AHEAD, high), write("loser", FAR_AHEAD, low)]);
    const revOfWinner = 1;
    expect(await fieldsOf(client, revOfWinner)).toMatchObject([{ value: "winner" }]);
  });

  it("changes nothing if it is earlier by its own time, because its device ranks it in the same way", async () => {
    const { client } = await enrolled();
    await push(client, [write("later")]);
    const { cursor } = await pull(client, 0);
    expect(await outcomes(client, [write("earlier", EARLIER)])).toEqual(["ok"]);
    expect(await pull(client, 0)).toMatchObject({ cursor, rows: { workbook_fields: [{ value: "later" }] } });
  });

  it("may be empty, which clears the field", async () => {
    const { client } = await enrolled();
    await push(client, [write("something", EARLIER), write("")]);
    expect(await fieldsOf(client)).toMatchObject([{ value: "" }]);
  });

  it("gets the earliest accepted time if its device's clock is far behind", async () => {
    const { client } = await enrolled();
    const reply = await push(client, [write("old", "1999-12-31T23:59:59.999Z")]);
    expect(reply.results).toMatchObject([{ status: "ok", written_at: EARLIEST_CLIENT_TIME }]);
    expect(await fieldsOf(client)).toMatchObject([{ written_at: EARLIEST_CLIENT_TIME }]);
  });

  it("gets the time of its arrival if its device's clock is far ahead, and every reply contains that time", async () => {
    const { client } = await enrolled();
    const before = new Date().toISOString();
    const op = write("from the future", FAR_AHEAD);
    const [first] = (await push(client, [op])).results;
    const [again] = (await push(client, [op])).results;
    const [row] = await fieldsOf(client);
    expect(row && row.written_at >= before && row.written_at <= new Date().toISOString()).toBe(true);
    expect(first).toEqual({ op_id: op.op_id, status: "ok", written_at: row?.written_at });
    expect(again).toEqual({ op_id: op.op_id, status: "duplicate", written_at: row?.written_at });
  });

  it("does not lock the field for the learner's other devices if its own device's clock runs ahead", async () => {
    const { client } = await enrolled();
    await push(client, [write("from the future", FAR_AHEAD)]);
    // The second device's text is later than the one it has read.
    const [row] = await fieldsOf(client);
    const next = new Date(Date.parse(row?.written_at ?? "") + 1).toISOString();
    await expect
      .poll(async () => {
        await push(client, [write("from the other device", next)]);
        return (await fieldsOf(client))[0]?.value;
      })
      .toBe("from the other device");
  });

  it("keeps line breaks, accents and characters outside the Basic Multilingual Plane unchanged", async () => {
    const { client } = await enrolled();
    const text = 'Kia ora,\nte reo Māori \u2014 "quoted" \\ 🌍\t\'';
    await push(client, [write(text)]);
    expect(await fieldsOf(client)).toMatchObject([{ value: text }]);
  });

  it("is pulled in a separate list, which older clients ignore (offline rule 17)", async () => {
    const { client } = await enrolled();
    await push(client, [write("text")]);
    const { rows } = await pull(client, 0);
    expect(Object.keys(rows).sort()).toEqual([
      "capstone_hand_ins",
      "course_progress",
      "lesson_notes",
      "lesson_places",
      "quiz_attempts",
      "user_achievements",
      "workbook_fields",
    ]);
  });
});
