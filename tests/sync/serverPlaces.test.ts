import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { withBackend } from "../support/backend.ts";
import { LONG_AGO, outcomes, placeOp, progressOp, pull, push } from "../support/ops.ts";

const EARLIER = "2026-02-01T00:00:00.000Z";
const FAR_AHEAD = "2099-01-01T00:00:00.000Z";
const backend = withBackend();

async function enrolled() {
  const learner = await backend.signUp();
  await backend.enrol(learner);
  return { learner, client: await backend.clientFor(learner) };
}
type Client = Awaited<ReturnType<typeof enrolled>>["client"];

const placesOf = async (client: Client, cursor = 0) => (await pull(client, cursor)).rows.lesson_places;
const ledgerOf = ({ id }: { id: string }) =>
  backend.query("select from sync_ledger where user_id = $1", [id]);

describe("a pushed place", () => {
  it("reaches the learner's other device with its time and op id", async () => {
    const { learner, client } = await enrolled();
    const op = placeOp("3", 4, { part: 7, share: 0.125, furthest: 5 });
    const [result] = (await push(client, [op])).results;
    expect(result).toEqual({ op_id: op.op_id, status: "ok", written_at: LONG_AGO });
    expect(await placesOf(await backend.clientFor(learner))).toEqual([
      {
        ...op.payload,
        op_id: op.op_id,
        rev: 1,
      },
    ]);
  });

  it("loses to a later move but still adds its furthest step, in either order of arrival", async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const { client } = await enrolled();
      const ops = [placeOp("3", 2), placeOp("3", 6, { written_at: EARLIER, furthest: 7 })];
      const sent = order.map((index) => ops[index]);
      expect(await outcomes(client, sent)).toEqual(["ok", "ok"]);
      expect(await placesOf(client)).toMatchObject([{ step: 2, furthest: 7, written_at: LONG_AGO }]);
    }
  });

  it("changes nothing if it is earlier and no further", async () => {
    const { client } = await enrolled();
    await push(client, [placeOp("3", 4)]);
    const { cursor } = await pull(client, 0);
    expect(await outcomes(client, [placeOp("3", 2, { written_at: EARLIER })])).toEqual(["ok"]);
    expect((await pull(client, 0)).cursor).toBe(cursor);
  });

  it("adds a further step when it is sent once more, and keeps the time that it got at first", async () => {
    const { learner, client } = await enrolled();
    const op = placeOp("3", 2, { written_at: FAR_AHEAD });
    await push(client, [op]);
    const [first] = await placesOf(client);
    expect(await outcomes(client, [{ ...op, payload: { ...op.payload, furthest: 7 } }])).toEqual([
      "duplicate",
    ]);
    expect(await placesOf(client)).toMatchObject([
      { step: 2, furthest: 7, written_at: first?.written_at, op_id: op.op_id },
    ]);
    expect(await ledgerOf(learner)).toHaveLength(1);
  });

  it("is not joined with an op of another type that has the same id", async () => {
    const { client } = await enrolled();
    const [place, completion] = [placeOp("3", 2), progressOp("1")];
    await push(client, [completion]);
    expect(await outcomes(client, [{ ...place, op_id: completion.op_id }])).toEqual(["duplicate"]);
    expect(await placesOf(client)).toEqual([]);
  });

  it("causes the winner to be pulled again if it loses because its time was limited", async () => {
    const { client } = await enrolled();
    const [low, high] = [randomUUID(), randomUUID()].sort();
    const far = (step: number, op_id: string | undefined) => ({
      ...placeOp("3", step, { written_at: FAR_AHEAD }),
      op_id,
    });
    // In one batch both get the same time, so the op id decides.
    await push(client, [far(4, high), far(2, low)]);
    const revOfWinner = 1;
    expect(await placesOf(client, revOfWinner)).toMatchObject([{ step: 4 }]);
  });

  it("adds nothing to the ledger and to the learner's count of ops, unless the server limited its time", async () => {
    const { learner, client } = await enrolled();
    for (let step = 1; step <= 9; step += 1) {
      await push(client, [placeOp("3", step, { written_at: `2026-03-01T09:0${step}:00.000Z` })]);
    }
    expect(await ledgerOf(learner)).toEqual([]);
    const op = placeOp("3", 1, { written_at: FAR_AHEAD });
    expect(await outcomes(client, [op, op])).toEqual(["ok", "duplicate"]);
    expect(await ledgerOf(learner)).toHaveLength(1);
    expect(
      await backend.query("select applied_ops::integer from sync_clock where user_id = $1", [learner.id]),
    ).toEqual([{ applied_ops: 1 }]);
  });

  it("is rejected, never an error, with a number that the database cannot store", async () => {
    const { client } = await enrolled();
    for (const number of ["1e400", "-1e400", "1e-400", "99999999999999999999"]) {
      for (const field of ["step", "part", "share", "furthest"]) {
        // Sent as text, because no number of JavaScript has this value.
        const ops = JSON.stringify([placeOp("3", 1)]).replace(
          new RegExp(`"${field}":\\d+`),
          `"${field}":${number}`,
        );
        const [row] = await backend.query<{ code: string | null }>(
          "select private.apply_lesson_place(gen_random_uuid(), gen_random_uuid(), ($1::jsonb) -> 0 -> 'payload') as code",
          [ops],
        );
        expect(row?.code, `${field} ${number}`).toBe("invalid");
      }
    }
    expect(await outcomes(client, [placeOp("3", 4, { furthest: 3 })])).toEqual(["invalid"]);
  });
});
