import { expect, it } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { withAcademy } from "../../support/server/academy.ts";
import { createAccount } from "../../support/server/createAccount.ts";
import { startPlan } from "../plans.ts";
import { newEmail } from "../shop.ts";

const academy = withAcademy();

async function signUp() {
  const account = { email: newEmail(), password: "correct horse battery" };
  const { session } = await createAccount(academy.client(academy.secretKey), academy.client(), account);
  return { authorization: `Bearer ${session.access_token}` };
}
const open = (body: object, headers = {}) => academy.call("billing-portal", body, headers);

it("the billing portal opens for a learner with a plan and returns to the page they came from", async () => {
  const { email } = await startPlan(academy);
  const headers = await signInAs(email);
  const reply = await open({ returnPath: "/academy/dashboard?tab=plan" }, headers);
  expect(reply.status).toBe(200);
  const page = await fetch(String(reply.body.url));
  expect(page.status).toBe(200);
  expect(await page.text()).toContain(`${academy.url}/academy/dashboard?tab=plan`);
});

it("the billing portal cannot be opened by a learner without a plan", async () => {
  const headers = await signUp();
  expect(await open({}, headers)).toMatchObject({ status: 404, body: { code: "not_found" } });
});

it.each(["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"])(
  "the billing portal returns only to this site, so %s is rejected",
  async (returnPath) => {
    expect(await open({ returnPath })).toMatchObject({ status: 400, body: { code: "bad_request" } });
  },
);

/** Signs in with the emailed temporary password and changes it, as required. */
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
