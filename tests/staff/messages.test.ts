import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { messageSchema, messagesSchema } from "../../src/features/staff/messages/messages.ts";
import { withBackend } from "../support/server/backend.ts";
import { type Member, recordOf, signUpMember } from "./people.ts";

const backend = withBackend();
let mo: Member;
let ree: Member;
let reviewer: Member;
beforeAll(async () => {
  [mo, ree, reviewer] = [
    await signUpMember(backend, "staff"),
    await signUpMember(backend, "staff"),
    await signUpMember(backend, "reviewer"),
  ];
});
beforeEach(() => backend.query("delete from public.contact_messages"));

const WORDS = {
  name: "Ada Obi",
  email: "ada@example.com",
  subject: "Offline?",
  message: "Does it work offline?",
};
async function received(changes: Partial<typeof WORDS> = {}, at = new Date().toISOString()): Promise<string> {
  const { name, email, subject, message } = { ...WORDS, ...changes };
  const [row] = await backend.query<{ id: string }>(
    `insert into public.contact_messages (name, email, subject, message, created_at)
     values ($1, $2, $3, $4, $5) returning id`,
    [name, email, subject, message, at],
  );
  return row?.id ?? "";
}

const list = (member: Member, filter = "", more: Record<string, unknown> = {}) =>
  member.client.rpc("staff_messages", {
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
const open = async (member: Member, id: string) =>
  (await member.client.rpc("staff_message", { p_id: id })).data;
const assign = (member: Member, id: string, to: string | null) =>
  member.client.rpc("staff_assign_message", { p_id: id, p_to: to });
const close = (member: Member, id: string) => member.client.rpc("staff_close_message", { p_id: id });
const answer = (
  member: Member,
  id: string,
  text = "Yes, it does.",
  { answerId = randomUUID(), seen = 0 }: { answerId?: string; seen?: number } = {},
) =>
  member.client.rpc("staff_answer_message", {
    p_id: id,
    p_answer_id: answerId,
    p_text: text,
    p_answers_seen: seen,
  });
const mailsOf = (id: string) =>
  backend.query<{ recipient: string; data: object }>(
    "select recipient, data from public.mail_queue where kind = 'contact_answer' and contact_message_id = $1",
    [id],
  );

describe("the inbox", () => {
  it("lists open messages, newest first, without their texts", async () => {
    const early = await received({}, "2026-11-01T10:00:00Z");
    const late = await received({}, "2026-11-02T10:00:00Z");
    expect(await idsOf(mo)).toEqual([late, early]);
    const { data } = await list(mo);
    expect(messagesSchema.parse(data).rows[0]).toEqual({
      id: late,
      name: WORDS.name,
      email: WORDS.email,
      subject: WORDS.subject,
      state: "open",
      created_at: "2026-11-02T10:00:00+00:00",
      assigned_to: null,
      is_mine: false,
    });
  });

  it("shows what is assigned to the reader, what was answered and what is closed", async () => {
    const [mine, answered, closed] = [await received(), await received(), await received()];
    await assign(ree, mine, mo.id);
    await answer(ree, answered);
    await assign(mo, closed, mo.id);
    await close(mo, closed);
    expect(await idsOf(mo)).toEqual([mine]);
    expect(await idsOf(mo, "mine")).toEqual([mine]);
    expect(await idsOf(ree, "mine")).toEqual([answered]);
    expect(await idsOf(mo, "answered")).toEqual([answered]);
    expect(await idsOf(mo, "closed")).toEqual([closed]);
  });

  it("finds messages by a part of the name, the address or the subject", async () => {
    const id = await received();
    await received({ name: "Ben", email: "ben@example.com", subject: "Price" });
    for (const search of ["ada o", "ADA@", "offline"])
      expect(await idsOf(mo, "", { p_search: search })).toEqual([id]);
    expect(await idsOf(mo, "", { p_search: "%" })).toEqual([]);
  });
});

describe("a message", () => {
  it("is shown as it was sent, with the staff to whom it can be assigned", async () => {
    const message = "<script>alert(1)</script>\n=cmd|' /C calc'!A0";
    const id = await received({ message });
    expect(messageSchema.parse(await open(mo, id))).toEqual({
      ...WORDS,
      id,
      message,
      state: "open",
      created_at: expect.any(String),
      assigned_to: null,
      answers: [],
      colleagues: [mo, ree]
        .map((each) => ({ id: each.id, email: each.email, is_me: each === mo }))
        .toSorted((a, b) => (a.email < b.email ? -1 : 1)),
    });
  });

  it("can be assigned to staff only, and each change is recorded once", async () => {
    const id = await received();
    await assign(mo, id, ree.id);
    await assign(mo, id, ree.id);
    expect((await assign(mo, id, reviewer.id)).error?.hint).toBe("not_a_colleague");
    expect((await open(mo, id)).assigned_to).toBe(ree.id);
    await assign(ree, id, null);
    expect(await recordOf(backend, id)).toEqual([
      { actor_id: mo.id, action: "message_assigned", reason: "", details: { from: null, to: ree.id } },
      { actor_id: ree.id, action: "message_assigned", reason: "", details: { from: ree.id, to: null } },
    ]);
  });

  it("is closed once, even by two people", async () => {
    const id = await received();
    await Promise.all([close(mo, id), close(ree, id)]);
    expect((await recordOf(backend, id)).map(({ action, details }) => [action, details])).toEqual([
      ["message_closed", { from: "open" }],
    ]);
  });

  it("that was deleted is reported as missing", async () => {
    for (const { error } of [await answer(mo, randomUUID()), await close(mo, randomUUID())])
      expect(error).toMatchObject({ code: "P0001", hint: "not_found" });
  });
});

describe("an answer", () => {
  it("is stored, mailed to the address that was typed, and recorded without its text", async () => {
    const id = await received();
    const answerId = randomUUID();
    expect((await answer(mo, id, " Yes.\r\nIt does.\n", { answerId })).error).toBeNull();
    expect(await open(ree, id)).toMatchObject({
      state: "answered",
      assigned_to: mo.id,
      answers: [{ id: answerId, author: mo.email, body: "Yes.\nIt does.", mail: "queued" }],
    });
    expect(await mailsOf(id)).toEqual([{ recipient: WORDS.email, data: { answer_id: answerId } }]);
    expect(await recordOf(backend, id)).toEqual([
      { actor_id: mo.id, action: "message_answered", reason: "", details: { answer_id: answerId } },
    ]);
    expect((await backend.service().rpc("contact_answer", { p_id: answerId })).data).toMatchObject({
      body: "Yes.\nIt does.",
    });
  });

  it("that is sent again after a lost reply is mailed once", async () => {
    const id = await received();
    const same = { answerId: randomUUID() };
    await Promise.all([answer(mo, id, "Yes.", same), answer(mo, id, "Yes.", same)]);
    expect((await answer(mo, id, "Yes.", same)).error).toBeNull();
    expect((await answer(mo, id, "No.", same)).error?.hint).toBe("sent_before");
    expect(await mailsOf(id)).toHaveLength(1);
  });

  it("of two colleagues at the same moment is mailed once, and the other one learns of it", async () => {
    const id = await received();
    const replies = await Promise.all([answer(mo, id, "Yes."), answer(ree, id, "No.")]);
    expect(replies.map(({ error }) => error?.hint ?? "sent").sort()).toEqual(["answered_meanwhile", "sent"]);
    expect(await mailsOf(id)).toHaveLength(1);
    expect(await recordOf(backend, id)).toHaveLength(1);
    expect((await answer(ree, id, "More.", { seen: 1 })).error).toBeNull();
    expect(await mailsOf(id)).toHaveLength(2);
  });

  it("loses control characters and direction marks, and keeps markup as text", async () => {
    const id = await received();
    const text = "\u0007<b>Yes</b>\u202e\tline\n\u001b[31m👩🏽‍🎓\u0085";
    expect((await answer(mo, id, text)).error).toBeNull();
    expect((await open(mo, id)).answers[0].body).toBe("<b>Yes</b>\tline\n[31m👩🏽‍🎓");
  });

  it("must have between 1 and 5,000 characters", async () => {
    const id = await received();
    for (const text of ["", " \n\u0007\t ", "x".repeat(5001)])
      expect((await answer(mo, id, text)).error?.hint).toBe("bad_text");
    expect(await mailsOf(id)).toEqual([]);
    expect((await answer(mo, id, "👩".repeat(5000))).error).toBeNull();
  });

  it("is deleted with its message, and stays when the account of its author is deleted", async () => {
    const gone = await signUpMember(backend, "staff");
    const id = await received();
    await answer(gone, id);
    await backend.query("delete from auth.users where id = $1", [gone.id]);
    expect((await open(mo, id)).answers).toMatchObject([{ author: "" }]);
    await backend.query("delete from public.contact_messages where id = $1", [id]);
    expect(await backend.query("select from private.contact_answers where message_id = $1", [id])).toEqual(
      [],
    );
  });
});
