import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { capstoneRow, outcomes } from "../support/sentRows.ts";
import { type Learner, withBackend } from "../support/server/backend.ts";
import { type Member, recordOf, signUpMember } from "./people.ts";

const backend = withBackend();
let one: Member;
let two: Member;
beforeAll(async () => {
  one = await signUpMember(backend, "reviewer");
  two = await signUpMember(backend, "staff");
});
beforeEach(() => backend.query("delete from public.capstone_hand_ins"));

type HandedIn = { id: string; learner: Learner };
async function handedIn(tier = "ngo", day = "2025-03-01", texts?: Record<string, string>): Promise<HandedIn> {
  const learner = await backend.signUp({ firstName: "Chidi", lastName: "Anagonye" });
  await backend.enrol(learner);
  await backend.query("update public.course_enrollments set tier = $2 where user_id = $1", [
    learner.id,
    tier,
  ]);
  const row = capstoneRow({ handedInAt: `${day}T10:00:00.000Z`, ...(texts && { texts }) });
  expect(await outcomes(await backend.clientFor(learner), [row])).toEqual(["ok"]);
  return { id: row.key, learner };
}

const list = (member: Member, filter = "", more: Record<string, unknown> = {}) =>
  member.client.rpc("staff_capstones", {
    p_search: "",
    p_filter: filter,
    p_before: null,
    p_limit: 50,
    ...more,
  });
const idsOf = async (member: Member, filter?: string, more?: Record<string, unknown>) => {
  const { data, error } = await list(member, filter, more);
  expect(error).toBeNull();
  return (data as { rows: { id: string }[] }).rows.map(({ id }) => id);
};
const open = (member: Member, id: string) => member.client.rpc("staff_capstone", { p_id: id });
const ask = (member: Member, id: string, reason = "I know this chatbot.") =>
  member.client.rpc("staff_ask_second_opinion", { p_id: id, p_reason: reason });
const withdraw = (member: Member, id: string) =>
  member.client.rpc("staff_withdraw_second_opinion", { p_id: id });
const review = (member: Member, id: string, overall = "Well reasoned.", hasSources = true) =>
  member.client.rpc("review_capstone", {
    p_hand_in: id,
    p_scores: [3, 3, 3, 3, 3],
    p_comments: ["a", "b", "c", "d", "e"],
    p_overall: overall,
    p_has_sources: hasSources,
    p_has_diligence: true,
  });

describe("the queue of capstones", () => {
  it("has the hand-ins of plans with a review, oldest first, and nothing about who handed them in", async () => {
    const late = await handedIn("professional", "2025-04-01");
    const early = await handedIn("ngo", "2025-03-01");
    await handedIn("student");
    const { data } = await list(one);
    expect(data).toEqual({
      rows: [early, late].map(({ id }, index) => ({
        id,
        attempt: 1,
        handed_in_at: `2025-0${3 + index}-01T10:00:00+00:00`,
        reviewed_at: null,
        passed: null,
        second_opinion: null,
      })),
      next: null,
    });
  });

  it("lists reviewed ones apart, with the latest review first", async () => {
    const [first, second, third] = [await handedIn(), await handedIn(), await handedIn()];
    await review(one, second.id);
    await review(two, first.id, "Not yet.", false);
    expect(await idsOf(one)).toEqual([third.id]);
    expect(await idsOf(one, "reviewed")).toEqual([first.id, second.id]);
    expect((await list(one, "reviewed")).data.rows[0]).toMatchObject({ passed: false });
  });

  it("finds a hand-in by the beginning of its id", async () => {
    const { id } = await handedIn();
    await handedIn();
    expect(await idsOf(one, "", { p_search: ` ${id.slice(0, 13).toUpperCase()} ` })).toEqual([id]);
    expect(await idsOf(one, "", { p_search: "%" })).toEqual([]);
  });

  it("has no hand-in of the reviewer who looks at it", async () => {
    const { id, learner } = await handedIn();
    await backend.query("update public.capstone_hand_ins set user_id = $1 where id = $2", [one.id, id]);
    await backend.query("update public.course_enrollments set user_id = $1 where user_id = $2", [
      one.id,
      learner.id,
    ]);
    expect(await idsOf(one)).toEqual([]);
    expect(await idsOf(two)).toEqual([id]);
    for (const { error } of [await open(one, id), await review(one, id), await ask(one, id)])
      expect(error).toMatchObject({ code: "P0001", hint: "not_found" });
    await backend.query("delete from public.course_enrollments where user_id = $1", [one.id]);
  });
});

describe("a hand-in", () => {
  it("is shown as it was written, without the name or the address of its author", async () => {
    const texts = { "l11-purpose": "<img src=x onerror=alert(1)>\u0007 ".repeat(100), "l11-rules": "=1+1" };
    const { id, learner } = await handedIn("ngo", "2025-03-01", texts);
    const { data } = await open(one, id);
    expect(data).toEqual({
      id,
      attempt: 1,
      texts,
      handed_in_at: "2025-03-01T10:00:00+00:00",
      review: null,
      second_opinion: null,
      previous: null,
    });
    expect(JSON.stringify(data)).not.toMatch(new RegExp(`Chidi|Anagonye|${learner.email}|${learner.id}`));
  });

  it("of a second attempt comes with the first one and its review", async () => {
    const { id, learner } = await handedIn();
    await review(two, id, "Add sources.", false);
    const again = capstoneRow({ attempt: 2, texts: { "l11-does": "Better." } });
    expect(await outcomes(await backend.clientFor(learner), [again])).toEqual(["ok"]);
    expect((await open(one, again.key)).data).toMatchObject({
      attempt: 2,
      texts: { "l11-does": "Better." },
      review: null,
      previous: {
        texts: { "l11-purpose": "A chatbot for tenants." },
        review: { scores: [3, 3, 3, 3, 3], overall: "Add sources.", passed: false, reviewer: two.email },
      },
    });
  });

  it("of a plan without a review is neither shown nor reviewed, and so is one that does not exist", async () => {
    for (const id of [(await handedIn("student")).id, randomUUID()])
      for (const { error } of [await open(one, id), await review(one, id)])
        expect(error).toMatchObject({ code: "P0001", hint: "not_found" });
  });
});

describe("sending a review", () => {
  it("has one effect when the reply was lost and the same review is sent again", async () => {
    const { id, learner } = await handedIn();
    expect([(await review(one, id)).data, (await review(one, id)).data]).toEqual([true, true]);
    expect(await recordOf(backend, id)).toMatchObject([{ action: "capstone_reviewed", actor_id: one.id }]);
    expect(
      await backend.query("select from mail_queue where data ->> 'user_id' = $1", [learner.id]),
    ).toHaveLength(1);
  });

  it("keeps the first of two reviews that are sent at the same moment", async () => {
    const { id } = await handedIn();
    const replies = await Promise.all([review(one, id, "One"), review(two, id, "Two")]);
    const refused = replies.filter(({ error }) => error);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.error).toMatchObject({ code: "P0001", hint: "reviewed" });
    expect(await recordOf(backend, id)).toHaveLength(1);
    expect((await review(replies[0]?.error ? two : one, id, "Changed")).error?.hint).toBe("reviewed");
  });
});

describe("a second opinion", () => {
  it("is shown to every reviewer, and the one who asked cannot send the review", async () => {
    const { id } = await handedIn();
    await handedIn();
    expect((await ask(one, id)).error).toBeNull();
    expect(await idsOf(two, "second_opinion")).toEqual([id]);
    const opinion = { asked_by: one.email, reason: "I know this chatbot.", is_mine: false };
    expect((await open(two, id)).data.second_opinion).toMatchObject(opinion);
    expect((await open(one, id)).data.second_opinion).toMatchObject({ ...opinion, is_mine: true });
    expect((await review(one, id)).error).toMatchObject({ code: "P0001", hint: "second_opinion_asked" });
    expect((await review(two, id)).data).toBe(true);
  });

  it("is asked for once, also when two reviewers ask at the same moment", async () => {
    const { id } = await handedIn();
    const replies = await Promise.all([ask(one, id), ask(two, id)]);
    expect(replies.map(({ error }) => error?.hint ?? "done").sort()).toEqual(["already_asked", "done"]);
    const asker = replies[0]?.error ? two : one;
    expect((await ask(asker, id)).error).toBeNull();
    expect(await recordOf(backend, id)).toEqual([
      { actor_id: asker.id, action: "second_opinion_asked", reason: "", details: {} },
    ]);
  });

  it("can be withdrawn only by the one who asked", async () => {
    const { id } = await handedIn();
    await ask(one, id);
    await withdraw(two, id);
    expect((await review(one, id)).error?.hint).toBe("second_opinion_asked");
    await withdraw(one, id);
    await withdraw(one, id);
    expect((await review(one, id)).data).toBe(true);
    expect((await recordOf(backend, id)).map(({ action }) => action)).toEqual([
      "second_opinion_asked",
      "second_opinion_withdrawn",
      "capstone_reviewed",
    ]);
  });

  it("needs a reason of at most 500 characters and a hand-in without a review", async () => {
    const { id } = await handedIn();
    for (const reason of ["", " \n ", "x".repeat(501)])
      expect((await ask(one, id, reason)).error?.hint).toBe("bad_reason");
    await review(one, id);
    expect((await ask(two, id)).error?.hint).toBe("reviewed");
  });

  it("leaves the review to anyone once the account of the one who asked is deleted", async () => {
    const gone = await signUpMember(backend, "reviewer");
    const { id } = await handedIn();
    await ask(gone, id);
    await backend.query("delete from auth.users where id = $1", [gone.id]);
    expect((await open(one, id)).data.second_opinion).toMatchObject({ asked_by: "", is_mine: false });
    expect((await review(one, id)).data).toBe(true);
  });
});
