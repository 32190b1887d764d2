import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  START_TIMEOUT_MS,
  startTestBackend,
  TEST_CONFIG_FILE,
  TEST_KEYS,
  type TestBackend,
} from "../../testing.ts";

const PASSWORD = "correct horse";
const folder = mkdtempSync(join(tmpdir(), "local-supabase-config-"));
const configFile = join(folder, "config.toml");
writeFileSync(
  configFile,
  readFileSync(TEST_CONFIG_FILE, "utf8").replace(
    "enable_confirmations = false",
    "enable_confirmations = true",
  ),
);
afterAll(() => rmSync(folder, { recursive: true }));

let confirming: TestBackend;
beforeAll(async () => {
  confirming = await startTestBackend({}, { configFile, commonPasswords: new Set(["football"]) });
}, START_TIMEOUT_MS);
afterAll(() => confirming.close());
beforeEach(() => confirming.query("delete from auth.attempts"));

let people = 0;
const newAddress = () => `person-${++people}@example.com`;
const mailsTo = (email: string) => confirming.mails.filter(({ to }) => to === email);
const signUp = (email: string, password = PASSWORD) =>
  confirming.client().auth.signUp({ email, password, options: { data: { first_name: "Ada" } } });
const signIn = (email: string, password = PASSWORD) =>
  confirming.client().auth.signInWithPassword({ email, password });
async function confirmed(email: string) {
  const { admin } = confirming.client(TEST_KEYS.secretKey).auth;
  const { error } = await admin.createUser({ email, password: PASSWORD, email_confirm: true });
  expect(error).toBeNull();
}
async function linkTo(email: string, count = 1): Promise<string> {
  await expect.poll(() => mailsTo(email).length).toBe(count);
  return mailsTo(email).at(-1)?.tokenHash ?? "";
}
const press = (token_hash: string) => confirming.client().auth.verifyOtp({ token_hash, type: "signup" });

describe("with confirmations on, a sign-up", () => {
  it("creates no session, and the account opens only after the emailed link was used", async () => {
    const email = newAddress();
    const { data, error } = await signUp(email);
    expect(error).toBeNull();
    expect(data).toMatchObject({ session: null, user: { email, user_metadata: { first_name: "Ada" } } });
    expect(data.user?.email_confirmed_at).toBeUndefined();
    expect((await signIn(email)).error).toMatchObject({ status: 400, code: "email_not_confirmed" });
    const link = await linkTo(email);
    expect(mailsTo(email)[0]).toMatchObject({
      name: "confirmation",
      token: expect.stringMatching(/^\d{8}$/),
    });
    const pressed = await press(link);
    expect(pressed.data.user?.email_confirmed_at).toBeTruthy();
    expect(pressed.data.session).not.toBeNull();
    expect((await signIn(email)).error).toBeNull();
    expect((await press(link)).error).toMatchObject({ status: 403, code: "otp_expired" });
  });

  it("gets the same response for a registered address, to which no email goes", async () => {
    const email = newAddress();
    await confirmed(email);
    const [taken, free] = [await signUp(email), await signUp(newAddress())];
    expect(taken.error).toBeNull();
    expect(taken.data).toMatchObject({ session: null, user: { email, identities: [] } });
    expect(Object.keys(free.data.user ?? {})).toEqual(
      expect.arrayContaining(["id", "email", "confirmation_sent_at", "user_metadata", "created_at"]),
    );
    const { data } = await signIn(email);
    expect(data.user?.id).not.toBe(taken.data.user?.id);
    expect((await signUp(email, "short")).error).toMatchObject({ status: 422, code: "weak_password" });
    expect((await signUp(email, "Football")).error).toMatchObject({ status: 422, code: "weak_password" });
    expect(mailsTo(email)).toEqual([]);
  });

  it("repeated before the confirmation sends another link or code and keeps the first password", async () => {
    const email = newAddress();
    const first = await signUp(email);
    const firstLink = await linkTo(email);
    const second = await signUp(email, "another password");
    expect(second.data.user?.id).toBe(first.data.user?.id);
    await linkTo(email, 2);
    expect((await press(firstLink)).error).toMatchObject({ code: "otp_expired" });
    const code = mailsTo(email).at(-1)?.token ?? "";
    const typed = await confirming.client().auth.verifyOtp({ email, token: code, type: "signup" });
    expect(typed.error).toBeNull();
    expect((await signIn(email, "another password")).error).toMatchObject({ code: "invalid_credentials" });
    expect((await signIn(email)).error).toBeNull();
  });

  it("cannot send more than five emails in a quarter of an hour to one address", async () => {
    const email = newAddress();
    for (let count = 0; count < 5; count++) expect((await signUp(email)).error).toBeNull();
    expect((await signUp(email)).error).toMatchObject({ status: 429, code: "over_email_send_rate_limit" });
    await linkTo(email, 5);
  });
});
