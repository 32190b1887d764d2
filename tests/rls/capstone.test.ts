import type { SupabaseClient } from "@supabase/supabase-js";
import { beforeAll, describe, expect, it } from "vitest";
import { capstonePasses } from "../../src/domain/course/capstone.ts";
import { signUpMember } from "../staff/people.ts";
import { capstoneRow, contentsOf, outcomes, pull, push } from "../support/sentRows.ts";
import { type Learner, withBackend } from "../support/server/backend.ts";

const backend = withBackend();
let reviewer: SupabaseClient;

type Found = { scores?: number[]; hasSources?: boolean; hasDiligence?: boolean };
const review = (client: SupabaseClient, id: string, found: Found = {}) =>
  client.rpc("review_capstone", {
    p_hand_in: id,
    p_scores: found.scores ?? [3, 3, 3, 3, 3],
    p_comments: ["a", "b", "c", "d", "e"],
    p_overall: "Well reasoned.",
    p_has_sources: found.hasSources ?? true,
    p_has_diligence: found.hasDiligence ?? true,
  });

async function handedIn(tier = "ngo"): Promise<{ learner: Learner; client: SupabaseClient; id: string }> {
  const learner = await backend.signUp();
  await backend.enrol(learner);
  await backend.query("update public.course_enrollments set tier = $2 where user_id = $1", [
    learner.id,
    tier,
  ]);
  const client = await backend.clientFor(learner);
  const row = capstoneRow();
  expect(await outcomes(client, [row])).toEqual(["ok"]);
  return { learner, client, id: row.key };
}

beforeAll(async () => {
  reviewer = (await signUpMember(backend, "reviewer")).client;
});

describe("a pushed hand-in", () => {
  it("is stored once when it is sent again, and never with other texts", async () => {
    const { client, id, learner } = await handedIn();
    const changed = capstoneRow({ id, texts: { "l11-does": "Other." } });
    expect(await outcomes(client, [capstoneRow({ id }), changed])).toEqual(["ok", "invalid"]);
    expect(await backend.query("select id from capstone_hand_ins where user_id = $1", [learner.id])).toEqual([
      { id },
    ]);
  });

  it("has no effect when another device was first", async () => {
    const { client, id } = await handedIn();
    expect(await outcomes(client, [capstoneRow()])).toEqual(["ok"]);
    expect(contentsOf(await pull(client, 0), "capstone").map((row) => row.id)).toEqual([id]);
  });

  it("needs the enrolment, or one at the time at which it was handed in", async () => {
    const learner = await backend.signUp();
    const client = await backend.clientFor(learner);
    expect(await outcomes(client, [capstoneRow()])).toEqual(["not_entitled"]);
    await backend.enrol(learner);
    await backend.refund(learner);
    const later = new Date(Date.now() + 60_000).toISOString();
    expect(await outcomes(client, [capstoneRow({ handedInAt: later }), capstoneRow()])).toEqual([
      "not_entitled",
      "ok",
    ]);
  });

  it("may be a second attempt only after a review of the first that is not a pass", async () => {
    const [waiting, passed, again] = [await handedIn(), await handedIn(), await handedIn()];
    await review(reviewer, passed.id);
    await review(reviewer, again.id, { hasSources: false });
    const second = () => [capstoneRow({ attempt: 2 })];
    expect(await outcomes(waiting.client, second())).toEqual(["not_reviewed"]);
    expect(await outcomes(passed.client, second())).toEqual(["not_reviewed"]);
    expect(await outcomes(again.client, second())).toEqual(["ok"]);
  });
});

describe("review_capstone", () => {
  it("refuses scores that are not five numbers from 0 to 4", async () => {
    const { id } = await handedIn();
    for (const scores of [
      [3, 3, 3, 3],
      [3, 3, 3, 3, 5],
      [3, 3, 3, 3, -1],
      [3, 3, 3, 3, null],
    ])
      expect((await review(reviewer, id, { scores: scores as number[] })).error).not.toBeNull();
  });

  it.each([
    [{ scores: [4, 4, 1, 1, 2] }, true],
    [{ scores: [4, 4, 1, 1, 1] }, false],
    [{ scores: [0, 0, 4, 4, 4] }, true],
    [{ scores: [4, 4, 0, 4, 4] }, false],
    [{ scores: [4, 4, 4, 0, 4] }, false],
    [{ scores: [4, 4, 4, 4, 0] }, false],
    [{ hasSources: false }, false],
    [{ hasDiligence: false }, false],
  ] as [Found, boolean][])("finds %j to pass: %s, as the app does", async (found, passes) => {
    const { id } = await handedIn();
    expect((await review(reviewer, id, found)).data).toBe(passes);
    const whole = { scores: [3, 3, 3, 3, 3], hasSources: true, hasDiligence: true, ...found };
    expect(capstonePasses(whole)).toBe(passes);
  });

  it("queues one email to the learner, with the result and nothing that anyone wrote", async () => {
    const queued = ({ id }: Learner) =>
      backend.query<{ recipient: string; data: object }>(
        "select recipient, data from mail_queue where kind = 'capstone_reviewed' and data ->> 'user_id' = $1",
        [id],
      );
    const first = await handedIn();
    await review(reviewer, first.id, { hasSources: false });
    await review(reviewer, first.id);
    const data = { user_id: first.learner.id, passed: false, may_hand_in_again: true };
    expect(await queued(first.learner)).toEqual([{ recipient: first.learner.email, data }]);

    const again = capstoneRow({ attempt: 2 });
    expect(await outcomes(first.client, [again])).toEqual(["ok"]);
    await review(reviewer, again.key, { hasSources: false });
    expect((await queued(first.learner)).map((mail) => mail.data)).toContainEqual({
      ...data,
      may_hand_in_again: false,
    });

    const passed = await handedIn();
    await review(reviewer, passed.id);
    expect(await queued(passed.learner)).toMatchObject([
      { data: { passed: true, may_hand_in_again: false } },
    ]);
  });

  it("reaches the learner with the next pull, without the reviewer", async () => {
    const { client, id } = await handedIn();
    const { cursor } = await pull(client, 0);
    await review(reviewer, id);
    const [row] = contentsOf(await pull(client, cursor), "capstone");
    expect(row).toMatchObject({
      id,
      review: { scores: [3, 3, 3, 3, 3], overall: "Well reasoned.", passed: true },
    });
    expect(JSON.stringify(row)).not.toContain("reviewer");
    await push(client, []);
  });
});
