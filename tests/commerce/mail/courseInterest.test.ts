import { expect, it } from "vitest";
import { settleBackground } from "../../../functions/_shared/background.ts";
import { COMING_SOON_COURSES } from "../../../src/domain/sales/catalogue.ts";
import { signInAs } from "../../staff/members.ts";
import { withAcademy } from "../../support/server/academy.ts";
import { newEmail } from "../shop.ts";

const academy = withAcademy();

const ACT = "eu-ai-act-compliance";
const OK = { status: 200, body: { success: true } };
const ask = async (email: string, courseId = ACT) => {
  const reply = await academy.call("course-interest", { email, courseId });
  await settleBackground();
  return reply;
};
const answer = (key: unknown, isWanted: boolean) => academy.call("course-interest", { key, isWanted });
const mailsTo = (email: string) => academy.mails().filter((mail) => mail.to === email);
const rowsOf = (email: string) =>
  academy.backend.query(
    "select course_id, confirmed_at is not null as confirmed from private.course_interests where email = $1",
    [email],
  );
const keyIn = (text = "") => new URLSearchParams(/#(key=\S+)/.exec(text)?.[1]).get("key");

it("asks the owner of the address first, then writes once when staff announce that the course is open (S-146)", async () => {
  const [wanting, silent] = [newEmail(), newEmail()];
  for (const email of [wanting, silent]) expect(await ask(email)).toMatchObject(OK);
  const [question] = mailsTo(wanting);
  expect(question?.subject).toBe("Tell you when EU AI Act Compliance opens?");
  expect(question?.text).toMatch(/\/auth\/course-news#key=[0-9a-f-]{36}&course=eu-ai-act-compliance\n/);
  expect(await answer(keyIn(question?.text), true)).toMatchObject(OK);
  expect(await rowsOf(wanting)).toEqual([{ course_id: ACT, confirmed: true }]);

  const { client } = await signInAs(academy, "staff", true);
  const { data: lists } = await client.rpc("staff_course_interests");
  expect(lists).toEqual([{ course_id: ACT, confirmed: 1, unconfirmed: 1 }]);
  const today = new Date().toISOString().slice(0, 10);
  const period = { p_search: "", p_filter: "", p_from: today, p_to: today };
  const { data: file, error } = await client.rpc("staff_export_course_interests", period);
  expect(error).toBeNull();
  expect(file.rows.map(({ email }: { email: string }) => email)).toEqual([wanting]);
  const announce = { p_course: ACT, p_reason: "It opened today" };
  expect((await client.rpc("staff_announce_course", announce)).data).toBe(1);
  expect((await client.rpc("staff_announce_course", announce)).data).toBe(0);
  await academy.call("deliver-mail", {}, { apikey: academy.secretKey });
  // Newest first.
  expect(mailsTo(wanting).map(({ subject }) => subject)).toEqual([
    "EU AI Act Compliance is open",
    question?.subject,
  ]);
  expect(await rowsOf(wanting)).toEqual([]);
  expect(mailsTo(silent)).toHaveLength(1);
  expect(await rowsOf(silent)).toEqual([{ course_id: ACT, confirmed: false }]);
});

it("deletes an address with the link of its email, whether or not it was confirmed, and then knows the link no more (S-146)", async () => {
  const email = newEmail();
  await ask(email);
  const key = keyIn(mailsTo(email)[0]?.text);
  await answer(key, true);
  expect(await answer(key, false)).toMatchObject(OK);
  expect(await rowsOf(email)).toEqual([]);
  for (const isWanted of [true, false])
    expect(await answer(key, isWanted)).toMatchObject({ status: 404, body: { code: "not_found" } });
});

it("answers alike for a new, a waiting and a confirmed address, keeps one row and sends nothing to a confirmed one (S-146)", async () => {
  const email = newEmail();
  for (const spelling of [email, email.toUpperCase()]) expect(await ask(spelling)).toMatchObject(OK);
  expect(mailsTo(email)).toHaveLength(2);
  await answer(keyIn(mailsTo(email)[0]?.text), true);
  expect(await ask(email)).toMatchObject(OK);
  expect(mailsTo(email)).toHaveLength(2);
  expect(await rowsOf(email)).toEqual([{ course_id: ACT, confirmed: true }]);
});

it("sends at most five emails a day to a mailbox, enough for every announced course (S-146)", async () => {
  const email = newEmail();
  for (const { id } of [...COMING_SOON_COURSES, ...COMING_SOON_COURSES]) await ask(email, id);
  expect(mailsTo(email)).toHaveLength(COMING_SOON_COURSES.length);
});

it.each([
  ["a course that is on sale", { email: "a@mail.example", courseId: "ai-fluency-30-days-ngo" }],
  ["a course that does not exist", { email: "a@mail.example", courseId: "pottery" }],
  ["no address", { email: "a@", courseId: ACT }],
  ["no key", { key: "no", isWanted: true }],
])("refuses a request with %s", async (_, body) => {
  expect(await academy.call("course-interest", body)).toMatchObject({ status: 400 });
});
