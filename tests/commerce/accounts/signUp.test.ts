import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ALREADY_REGISTERED } from "../../../src/domain/password.ts";
import { eventually } from "../../support/eventually.ts";
import { startTestAcademy, type TestAcademy } from "../../support/server/academy.ts";
import { addressTools, asSignedIn, CLAIM, newAddress } from "../addressTools.ts";
import { buy, mailsTo } from "../moneyBack.ts";
import { enrollmentsOf, orderOf, professionalPayload } from "../shop.ts";

const PASSWORD = "correct horse battery";
const PER_HOUR = 30;

let academy: TestAcademy;
beforeAll(async () => {
  process.env.SIGN_UPS_PER_HOUR = String(PER_HOUR);
  academy = await startTestAcademy();
});
afterAll(() => academy.close());
beforeEach(async () => {
  await academy.backend.query("delete from public.rate_limits");
  await academy.backend.query("delete from auth.attempts");
});

const { query, signIn } = addressTools(() => academy);
const person = (email: string) => ({ firstName: " Ada ", lastName: "Obi", email, password: PASSWORD });
const signUp = (body: object) => academy.call("sign-up", body);
/** Calls the auth server itself, as no screen does. */
const signUpDirectly = (email: string, password: string) => academy.client().auth.signUp({ email, password });
const accountsOf = (email: string) =>
  query<{ id: string }>("select id from auth.users where email = $1", [email]);

describe("a person who signs up", () => {
  it("gets an account with the names entered, but no session, and can sign in immediately (S-044, S-087)", async () => {
    const email = newAddress();
    const reply = await signUp(person(email.toUpperCase()));
    expect(reply).toMatchObject({ status: 200, body: { success: true } });
    expect(Object.keys(reply.body)).toEqual(["success"]);
    const { data, error } = await signIn(email, PASSWORD);
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, user_metadata: { first_name: "Ada", last_name: "Obi" } });
    expect(await query("select first_name from public.profiles where id = $1", [data.user?.id])).toEqual([
      { first_name: "Ada" },
    ]);
    expect(mailsTo(academy, email, "")).toEqual([]);
  });

  it.each([
    ["without a first name", { firstName: " " }, "bad_request", "First name is required"],
    ["with an invalid address", { email: "ada@" }, "bad_request", "Invalid email address"],
    ["with a short password", { password: "five5" }, "bad_request", "Password must be at least 6 characters"],
    ["with a password that bcrypt would cut", { password: "é".repeat(37) }, "weak_password", /72/],
    ["with a common password", { password: "Password123" }, "weak_password", /easy to guess/],
  ])("%s is rejected, and no account is created", async (_, change, code, error) => {
    const email = newAddress();
    const reply = await signUp({ ...person(email), ...change });
    expect(reply).toMatchObject({ status: 400, body: { success: false, code } });
    expect(reply.body.error).toMatch(error);
    expect(await accountsOf(email)).toEqual([]);
  });

  it("with a registered address gets an error that says so, a limited number of times (S-101)", async () => {
    const email = newAddress();
    expect((await signUp(person(email))).status).toBe(200);
    for (let count = 0; count < 20; count++) {
      const reply = await signUp({ ...person(email.toUpperCase()), password: "another password" });
      expect(reply).toMatchObject({
        status: 409,
        body: { code: "already_registered", error: ALREADY_REGISTERED },
      });
    }
    expect(await signUp(person(email))).toMatchObject({ status: 429, body: { code: "rate_limited" } });
    const other = newAddress();
    expect(await signUp(person(other)), "a free address looks the same").toMatchObject({ status: 429 });
    expect(await accountsOf(other)).toEqual([]);
    expect((await signIn(email, PASSWORD)).error).toBeNull();
  });

  it("shares the hourly and daily limits with everyone at the same network address", async () => {
    const count = async (sql: string) => query(`update public.rate_limits set ${sql}`);
    expect((await signUp(person(newAddress()))).status).toBe(200);
    await count(`count = ${PER_HOUR} where count = 1`);
    expect(await signUp(person(newAddress()))).toMatchObject({ status: 429 });
    await count("window_start = window_start - interval '1 hour'");
    expect((await signUp(person(newAddress()))).status, "another hour").toBe(200);
    await count(`count = ${PER_HOUR * 2.5}, window_start = window_start - interval '1 hour'`);
    expect((await signUp(person(newAddress()))).body.error).toMatch(/today's limit/);
  });
});

describe("a person who signs up with another person's address", () => {
  it("gets nothing that is bought with it, though the account is confirmed", async () => {
    const email = newAddress();
    await signUp(person(email));
    const squatter = academy.client();
    await squatter.auth.signInWithPassword({ email, password: PASSWORD });
    const [row] = await query<{ confirmed: boolean }>(
      "select email_confirmed_at is not null as confirmed from auth.users where email = $1",
      [email],
    );
    expect(row).toEqual({ confirmed: true });

    const { sessionId } = await buy(academy, professionalPayload(email));
    expect(await orderOf(academy, sessionId)).toMatchObject({ status: "paid", user_id: null });
    expect(await enrollmentsOf(academy, email)).toEqual([]);
    expect((await squatter.from("orders").select("id")).data).toEqual([]);
    expect((await squatter.from("lessons").select("lesson_id")).data).toEqual([]);
    expect((await squatter.rpc("is_my_address_proven")).data).toBe(false);
    expect(await academy.call("billing-portal", {}, await asSignedIn(squatter))).toMatchObject({
      status: 404,
    });
    await eventually(() => expect(mailsTo(academy, email, CLAIM)).toHaveLength(1));
  });
});

describe("a request to the auth server itself for an account", () => {
  it("gives no session, allows no sign-in, and sends an email without a sign-in link or code", async () => {
    const email = newAddress();
    const { data, error } = await signUpDirectly(email, PASSWORD);
    expect([error, data.session]).toEqual([null, null]);
    expect((await signIn(email, PASSWORD)).error).toMatchObject({ code: "email_not_confirmed" });
    const [mail = ""] = await eventually(() => {
      const mails = mailsTo(academy, email, "Creating your account");
      expect(mails).toHaveLength(1);
      return mails;
    });
    expect(mail).toContain(`${academy.url}/auth`);
    expect(mail).not.toMatch(/token|#|\d{6}/);
  });

  it("does not stop the address's owner from signing up, after which only the owner's password works", async () => {
    const email = newAddress();
    await signUpDirectly(email, "the squatter's password");
    expect(await signUp(person(email))).toMatchObject({ status: 200 });
    expect(await accountsOf(email)).toHaveLength(1);
    expect((await signIn(email, "the squatter's password")).error).toMatchObject({
      code: "invalid_credentials",
    });
    expect((await signIn(email, PASSWORD)).error).toBeNull();
  });

  it("does not delay a guest's order with the address: the buyer gets an account and the credentials", async () => {
    const email = newAddress();
    await signUpDirectly(email, "the squatter's password");
    const { sessionId } = await buy(academy, professionalPayload(email));
    const [account] = await accountsOf(email);
    expect(await orderOf(academy, sessionId)).toMatchObject({ status: "paid", user_id: account?.id });
    expect((await signIn(email, "the squatter's password")).error).toMatchObject({
      code: "invalid_credentials",
    });
    await eventually(() => expect(mailsTo(academy, email, "Your sign-in details")).toHaveLength(1));
  });

  it("does not reveal whether the address has an account", async () => {
    const email = newAddress();
    await signUp(person(email));
    const { data, error } = await signUpDirectly(email, "another password");
    expect(error).toBeNull();
    expect(data).toMatchObject({ session: null, user: { email, identities: [] } });
    expect((await signIn(email, PASSWORD)).error).toBeNull();
  });
});
