import { afterAll, beforeAll, expect, test } from "vitest";
import {
  START_TIMEOUT_MS,
  startTestBackend,
  TEST_KEYS,
  TEST_SITE_URL,
  type TestBackend,
} from "../../testing.ts";

/** As in the project's own migration, a new password clears `must_change_password`. */
const CLEARS_DUTY = `
  create function public.clear_duty() returns trigger language plpgsql set search_path = '' as $$
  begin
    new.raw_app_meta_data := new.raw_app_meta_data - 'must_change_password';
    return new;
  end $$;
  create trigger clear_duty before update on auth.users for each row
    when (new.encrypted_password is distinct from old.encrypted_password) execute function public.clear_duty();
`;

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend({ "20260101000000_duty.sql": CLEARS_DUTY });
}, START_TIMEOUT_MS);
afterAll(() => backend.close());

const admin = () => backend.client(TEST_KEYS.secretKey).auth.admin;

async function guest(email: string, password = "temporary-1") {
  const { data, error } = await admin().createUser({
    email,
    password,
    email_confirm: true,
    user_metadata: { first_name: "Ada" },
    app_metadata: { must_change_password: true },
  });
  expect(error).toBeNull();
  if (!data.user) throw new Error("no user was made");
  return { email, password, id: data.user.id };
}

test("a new temporary password sent with must_change_password keeps the flag and ends all sessions", async () => {
  const { id, email, password } = await guest("again@example.com");
  const browser = backend.client();
  await browser.auth.signInWithPassword({ email, password });
  await browser.auth.updateUser({ password: "my own choice" });
  const { data } = await admin().updateUserById(id, {
    password: "temporary-2",
    app_metadata: { must_change_password: true, order: "o-1" },
  });
  expect(data.user?.app_metadata).toEqual({
    provider: "email",
    providers: ["email"],
    must_change_password: true,
    order: "o-1",
  });
  expect((await browser.auth.refreshSession()).error).toMatchObject({ status: 400 });
  expect((await browser.auth.signInWithPassword({ email, password: "temporary-2" })).error).toBeNull();
});

test("an admin update merges metadata and removes keys that are sent as null", async () => {
  const { id } = await guest("merge@example.com");
  const { data } = await admin().updateUserById(id, {
    app_metadata: { must_change_password: null, tier: "student" },
    user_metadata: { last_name: "Obi" },
  });
  expect(data.user?.app_metadata).toEqual({ provider: "email", providers: ["email"], tier: "student" });
  expect(data.user?.user_metadata).toMatchObject({ first_name: "Ada", last_name: "Obi" });
});

test("the admin API rejects a second account with the same email address, regardless of case (S-101)", async () => {
  const { id } = await guest("taken@example.com");
  const second = await admin().createUser({ email: "TAKEN@example.com", password: "temporary-1" });
  expect(second.error).toMatchObject({ status: 422, code: "email_exists" });
  const other = await guest("other@example.com");
  expect((await admin().updateUserById(other.id, { email: "Taken@example.com" })).error).toMatchObject({
    status: 422,
    code: "email_exists",
  });
  const signUp = await backend.client().auth.signUp({ email: "Taken@example.com", password: "temporary-1" });
  expect(signUp.error).toMatchObject({ status: 422, code: "user_already_exists" });
  expect((await admin().getUserById(id)).data.user?.email).toBe("taken@example.com");
});

test("a banned account can neither sign in nor renew its session until the ban is lifted", async () => {
  const { id, email, password } = await guest("banned@example.com");
  const browser = backend.client();
  await browser.auth.signInWithPassword({ email, password });
  const ban = (until: string) =>
    backend.query("update auth.users set banned_until = $2 where id = $1", [id, until]);
  await ban("infinity");
  expect((await browser.auth.refreshSession()).error).toMatchObject({ code: "user_banned" });
  const signIn = await backend.client().auth.signInWithPassword({ email, password });
  expect(signIn.error).toMatchObject({ status: 400, code: "user_banned" });
  await ban("-infinity");
  expect((await backend.client().auth.signInWithPassword({ email, password })).error).toBeNull();
});

test("the admin API rejects invalid input with the same errors as hosted Supabase", async () => {
  expect((await admin().createUser({ email: "no-address", password: "long enough" })).error).toMatchObject({
    status: 400,
    code: "validation_failed",
  });
  expect((await admin().createUser({ email: "short@example.com", password: "five5" })).error).toMatchObject({
    status: 422,
    code: "weak_password",
  });
  expect((await admin().createUser({ password: "long enough" })).error).toMatchObject({ status: 400 });
  for (const body of ["{", '{"email":"bad@example.com","user_metadata":"text"}']) {
    const reply = await backend.fetch(
      new Request(`${TEST_SITE_URL}/auth/v1/admin/users`, {
        method: "POST",
        headers: { apikey: TEST_KEYS.secretKey },
        body,
      }),
    );
    expect([reply.status, (await reply.json()).error_code], body).toEqual([400, "bad_json"]);
  }
});

test("only a caller with the server's own key can administer accounts (S-074, S-077)", async () => {
  const { id, email, password } = await guest("curious@example.com");
  const learner = backend.client();
  const { data } = await learner.auth.signInWithPassword({ email, password });
  const token = `Bearer ${data.session?.access_token}`;
  const call = (headers: Record<string, string>) =>
    backend.fetch(new Request(`${TEST_SITE_URL}/auth/v1/admin/users/${id}`, { headers }));
  const attempts: Record<string, string>[] = [
    {},
    { apikey: "sb_secret_guessed" },
    { apikey: TEST_KEYS.publishableKey },
    { apikey: TEST_KEYS.publishableKey, authorization: token },
    { apikey: TEST_KEYS.secretKey, authorization: token },
    { apikey: TEST_KEYS.publishableKey, authorization: "Bearer a.b.c" },
    { apikey: TEST_KEYS.secretKey, "user-agent": "Mozilla/5.0 (X11)" },
    { apikey: TEST_KEYS.secretKey, authorization: `Bearer ${TEST_KEYS.secretKey}` },
  ];
  const statuses = await Promise.all(attempts.map(async (headers) => (await call(headers)).status));
  expect(statuses).toEqual([401, 401, 403, 403, 403, 403, 401, 200]);
  expect((await learner.auth.admin.getUserById(id)).error).toMatchObject({ status: 403, code: "not_admin" });
});

test("the admin API rejects what it does not simulate", async () => {
  const { id } = await guest("kept@example.com");
  expect((await admin().updateUserById(id, { ban_duration: "24h" })).error).toMatchObject({ status: 400 });
  expect((await admin().deleteUser(id, true)).error).toMatchObject({ status: 400 });
  expect((await admin().getUserById(id)).error).toBeNull();
  expect((await admin().listUsers()).error).toMatchObject({ status: 404, code: "feature_disabled" });
});

test("the admin API deletes a user together with their sessions", async () => {
  const { id, email, password } = await guest("leaver@example.com");
  const browser = backend.client();
  await browser.auth.signInWithPassword({ email, password });
  expect((await admin().deleteUser(id)).error).toBeNull();
  expect((await browser.auth.getUser()).error).toMatchObject({ status: 403 });
  expect((await admin().deleteUser(id)).error).toMatchObject({ status: 404 });
});
