import { beforeAll, describe, expect, it } from "vitest";
import { COURSE_ID } from "../../src/domain/ids.ts";
import { type Learner, withBackend } from "../support/backend.ts";
import { LONG_AGO, outcomes, push, workbookOp } from "../support/ops.ts";

const FORBIDDEN = "42501";
const backend = withBackend();
let ada: Learner;

beforeAll(async () => {
  ada = await backend.signUp();
  await backend.enrol(ada);
  await push(await backend.clientFor(ada), [workbookOp("l03-prompt", "Goal, context, example.")]);
});

const textsOf = (learner: Learner) =>
  backend.query<{ value: string }>("select value from workbook_fields where user_id = $1", [learner.id]);

describe("workbook_fields", () => {
  it("is readable by its owner", async () => {
    const { data } = await (await backend.clientFor(ada)).from("workbook_fields").select();
    expect(data).toMatchObject([
      { user_id: ada.id, field_id: "l03-prompt", value: "Goal, context, example." },
    ]);
  });

  it("is still readable by its owner after access has ended", async () => {
    const ben = await backend.signUp();
    await backend.enrol(ben);
    const client = await backend.clientFor(ben);
    await push(client, [workbookOp("l03-prompt", "Mine.")]);
    await backend.refund(ben);
    expect((await client.from("workbook_fields").select()).data).toMatchObject([{ value: "Mine." }]);
  });

  it("shows another learner no rows, enrolled or not, and rejects visitors (S-074)", async () => {
    const stranger = await backend.signUp();
    const client = await backend.clientFor(stranger);
    expect((await client.from("workbook_fields").select()).data).toEqual([]);
    await backend.enrol(stranger);
    expect((await client.from("workbook_fields").select().eq("user_id", ada.id)).data).toEqual([]);
    const visitor = await backend.clientFor();
    expect((await visitor.from("workbook_fields").select()).error?.code).toBe(FORBIDDEN);
  });

  it("can be written by sync_push only, and cannot be deleted by any role", async () => {
    const row = {
      user_id: ada.id,
      course_id: COURSE_ID,
      field_id: "l03-case",
      value: "Planted.",
      written_at: LONG_AGO,
      op_id: crypto.randomUUID(),
      rev: 999,
    };
    const stranger = await backend.clientFor(await backend.signUp());
    for (const client of [
      await backend.clientFor(ada),
      stranger,
      await backend.clientFor(),
      backend.service(),
    ]) {
      const table = () => client.from("workbook_fields");
      expect((await table().insert(row)).error?.code).toBe(FORBIDDEN);
      expect((await table().upsert(row)).error?.code).toBe(FORBIDDEN);
      expect((await table().update({ value: "Planted." }).eq("user_id", ada.id)).error?.code).toBe(FORBIDDEN);
      expect((await table().delete().eq("user_id", ada.id)).error?.code).toBe(FORBIDDEN);
    }
    expect(await textsOf(ada)).toEqual([{ value: "Goal, context, example." }]);
  });

  it("stores a pushed text for the caller, whatever user id the op contains (S-074)", async () => {
    const stranger = await backend.signUp();
    const op = workbookOp("l01-monday", "Planted.");
    const foreign = { ...op, user_id: ada.id, payload: { ...op.payload, user_id: ada.id } };
    expect(await outcomes(await backend.clientFor(stranger), [foreign])).toEqual(["ok"]);
    expect(await textsOf(stranger)).toEqual([{ value: "Planted." }]);
    expect(await textsOf(ada)).toEqual([{ value: "Goal, context, example." }]);
  });
});

describe("a pushed workbook text", () => {
  it("is accepted from a signed-in user without a purchase only if it belongs to the preview lesson", async () => {
    const client = await backend.clientFor(await backend.signUp());
    const ops = ["l01-monday", "l02-check", "l10-trace", "l11-mark-1"].map((id) => workbookOp(id, "Mine."));
    expect(await outcomes(client, ops)).toEqual(["ok", "not_entitled", "not_entitled", "not_entitled"]);
  });

  it("is accepted after a purchase, though it was rejected before", async () => {
    const ben = await backend.signUp();
    const client = await backend.clientFor(ben);
    const op = workbookOp("l02-check", "Mine.");
    expect(await outcomes(client, [op])).toEqual(["not_entitled"]);
    await backend.enrol(ben);
    expect(await outcomes(client, [op])).toEqual(["ok"]);
  });

  it("is accepted after a refund if it was written before, and rejected if written later", async () => {
    const ben = await backend.signUp();
    await backend.enrol(ben);
    await backend.refund(ben);
    const client = await backend.clientFor(ben);
    const after = new Date(Date.now() + 60_000).toISOString();
    const late = workbookOp("l02-check", "Late.", { written_at: after });
    expect(await outcomes(client, [workbookOp("l02-check", "In time."), late])).toEqual([
      "ok",
      "not_entitled",
    ]);
    expect(await textsOf(ben)).toEqual([{ value: "In time." }]);
  });
});
