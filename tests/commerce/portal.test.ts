import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestAcademy, type TestAcademy } from "../support/academy.ts";
import { eventually } from "../support/eventually.ts";
import { startPlan } from "./plans.ts";
import { newEmail } from "./shop.ts";

let academy: TestAcademy;
beforeAll(async () => {
  academy = await startTestAcademy();
});
afterAll(() => academy.close());

async function signUp() {
  const { data, error } = await academy
    .client()
    .auth.signUp({ email: newEmail(), password: "correct horse battery" });
  if (error) throw error;
  return { authorization: `Bearer ${data.session?.access_token}` };
}
const open = (body: object, headers = {}) => academy.call("billing-portal", body, headers);

it("a learner with a plan is sent to the provider's portal and back to the page they came from", async () => {
  const { email } = await startPlan(academy);
  const headers = await signInAs(email);
  const reply = await open({ returnPath: "/academy/dashboard?tab=plan" }, headers);
  expect(reply.status).toBe(200);
  const page = await fetch(String(reply.body.url));
  expect(page.status).toBe(200);
  expect(await page.text()).toContain(`${academy.url}/academy/dashboard?tab=plan`);
});

it("a learner without a plan, and somebody who is not signed in, are refused", async () => {
  const headers = await signUp();
  expect(await open({}, headers)).toMatchObject({ status: 404, body: { code: "not_found" } });
  expect(await open({})).toMatchObject({ status: 401, body: { code: "unauthorized" } });
  expect(await open({}, { authorization: "Bearer e.e.e" })).toMatchObject({ status: 401 });
});

it.each(["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"])(
  "the way back leads to this site only: %s is refused",
  async (returnPath) => {
    expect(await open({ returnPath })).toMatchObject({ status: 400, body: { code: "bad_request" } });
  },
);

/** With the temporary password of the mail, which is changed as everyone has to. */
async function signInAs(email: string) {
  const mail = await eventually(() => {
    const found = academy.mails().find((each) => each.to === email && /Temporary password/.test(each.text));
    if (!found) throw new Error("no credentials yet");
    return found;
  });
  const password = /^Temporary password: (.+)$/m.exec(mail.text)?.[1] ?? "";
  const client = academy.client();
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  const changed = await client.auth.updateUser({ password: "a password of my own" });
  if (error) throw error;
  if (changed.error) throw changed.error;
  return { authorization: `Bearer ${data.session.access_token}` };
}
