import { beforeAll, describe, expect, it } from "vitest";
import { COURSE_ID } from "../../src/domain/ids.ts";
import { type Learner, withBackend } from "../support/backend.ts";
import { LONG_AGO, outcomes, placeOp, push } from "../support/ops.ts";

const FORBIDDEN = "42501";
const backend = withBackend();
let ada: Learner;

beforeAll(async () => {
  ada = await backend.signUp();
  await backend.enrol(ada);
  await push(await backend.clientFor(ada), [placeOp("3", 4)]);
});

const placesOf = (learner: Learner) =>
  backend.query<{ lesson_id: string; step: number }>(
    "select lesson_id, step from lesson_places where user_id = $1",
    [learner.id],
  );

describe("lesson_places", () => {
  it("is readable by its owner, also after access has ended", async () => {
    const ben = await backend.signUp();
    await backend.enrol(ben);
    const client = await backend.clientFor(ben);
    await push(client, [placeOp("3", 2)]);
    await backend.refund(ben);
    expect((await client.from("lesson_places").select()).data).toMatchObject([
      { user_id: ben.id, lesson_id: "3", step: 2 },
    ]);
  });

  it("shows another learner no rows, enrolled or not, and rejects visitors (S-074)", async () => {
    const stranger = await backend.signUp();
    const client = await backend.clientFor(stranger);
    expect((await client.from("lesson_places").select()).data).toEqual([]);
    await backend.enrol(stranger);
    expect((await client.from("lesson_places").select().eq("user_id", ada.id)).data).toEqual([]);
    const visitor = await backend.clientFor();
    expect((await visitor.from("lesson_places").select()).error?.code).toBe(FORBIDDEN);
  });

  it("can be written by sync_push only, and cannot be deleted by any role", async () => {
    const place = { step: 1, part: 0, share: 0, furthest: 1, written_at: LONG_AGO };
    const owner = { user_id: ada.id, course_id: COURSE_ID, lesson_id: "2" };
    const row = { ...owner, ...place, op_id: crypto.randomUUID(), rev: 999 };
    for (const client of [
      await backend.clientFor(ada),
      await backend.clientFor(await backend.signUp()),
      await backend.clientFor(),
      backend.service(),
    ]) {
      const table = () => client.from("lesson_places");
      expect((await table().insert(row)).error?.code).toBe(FORBIDDEN);
      expect((await table().upsert(row)).error?.code).toBe(FORBIDDEN);
      expect((await table().update({ step: 1 }).eq("user_id", ada.id)).error?.code).toBe(FORBIDDEN);
      expect((await table().delete().eq("user_id", ada.id)).error?.code).toBe(FORBIDDEN);
    }
    expect(await placesOf(ada)).toEqual([{ lesson_id: "3", step: 4 }]);
  });

  it("stores a pushed place for the caller, whatever user id the op contains (S-074)", async () => {
    const stranger = await backend.signUp();
    const op = placeOp("1", 2);
    const foreign = { ...op, user_id: ada.id, payload: { ...op.payload, user_id: ada.id } };
    expect(await outcomes(await backend.clientFor(stranger), [foreign])).toEqual(["ok"]);
    expect(await placesOf(stranger)).toEqual([{ lesson_id: "1", step: 2 }]);
    expect(await placesOf(ada)).toEqual([{ lesson_id: "3", step: 4 }]);
  });
});

describe("a pushed place", () => {
  it("is accepted from a signed-in user without a purchase only in the preview lesson", async () => {
    const client = await backend.clientFor(await backend.signUp());
    const ops = (["1", "2", "11"] as const).map((lessonId) => placeOp(lessonId, 2));
    expect(await outcomes(client, ops)).toEqual(["ok", "not_entitled", "not_entitled"]);
  });

  it("is accepted after a refund if the learner was there before, and rejected if they came later", async () => {
    const ben = await backend.signUp();
    await backend.enrol(ben);
    await backend.refund(ben);
    const client = await backend.clientFor(ben);
    const after = new Date(Date.now() + 60_000).toISOString();
    expect(await outcomes(client, [placeOp("2", 3), placeOp("2", 4, { written_at: after })])).toEqual([
      "ok",
      "not_entitled",
    ]);
    expect(await placesOf(ben)).toEqual([{ lesson_id: "2", step: 3 }]);
  });
});
