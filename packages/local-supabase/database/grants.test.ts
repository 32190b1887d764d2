import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { START_TIMEOUT_MS, startTestBackend, TEST_KEYS, type TestBackend } from "../testing.ts";

const SCHEMA = {
  "20260101000000_notes.sql": `
    create table public.notes (id int primary key, owner uuid, body text);
    alter table public.notes enable row level security;
    create policy own on public.notes for all to authenticated
      using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
    revoke all on public.notes from anon;
    revoke delete on public.notes from authenticated, service_role;
    create table public.untouched (id int);
    create table public.votes (stars int check (stars between 1 and 5));
    create function public.whoami() returns jsonb language sql stable security invoker set search_path = ''
      as $$ select jsonb_build_object('id', auth.uid(), 'role', auth.role(), 'email', auth.email(), 'aal', auth.jwt() ->> 'aal') $$;
    create function public.secret_sum() returns int language sql as $$ select 1 $$;
    revoke execute on function public.secret_sum() from public, anon, authenticated;
  `,
};

async function signedIn(email: string) {
  const client = backend.client();
  const { error } = await client.auth.signUp({ email, password: "correct horse" });
  expect(error).toBeNull();
  return client;
}

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend(SCHEMA);
}, START_TIMEOUT_MS);
afterAll(() => backend.close());

test("rights that a migration revoked stay revoked, for learners and for the server's own key (S-074)", async () => {
  const learner = await signedIn("reader@example.com");
  expect((await learner.from("notes").select()).error).toBeNull();
  expect((await learner.from("notes").delete().eq("id", 1)).error).toMatchObject({ code: "42501" });
  const service = backend.client(TEST_KEYS.secretKey);
  expect((await service.from("notes").delete().eq("id", 1)).error).toMatchObject({ code: "42501" });
  expect((await backend.client().from("notes").select()).error).toMatchObject({ code: "42501" });
  expect((await learner.rpc("secret_sum")).error).toMatchObject({ code: "42501" });
  expect((await service.rpc("secret_sum")).data).toBe(1);
});

test("a new table is accessible to the API's roles until a migration revokes it, as on hosted Supabase", async () => {
  expect((await backend.client().from("untouched").insert({ id: 1 })).error).toBeNull();
  expect((await backend.client().from("untouched").select()).data).toEqual([{ id: 1 }]);
});

test("a function that runs with the caller's rights sees the caller's id (S-077)", async () => {
  const learner = await signedIn("ada@example.com");
  const { data } = await learner.auth.getUser();
  expect((await learner.rpc("whoami")).data).toEqual({
    id: data.user?.id,
    role: "authenticated",
    email: "ada@example.com",
    aal: "aal1",
  });
  expect((await backend.client().rpc("whoami")).data).toMatchObject({ id: null, role: "anon", email: null });
});

test("the local backend rejects requests with no known key, to paths outside the three services, or larger than 10 MB", async () => {
  const url = "http://localhost:3000";
  const call = (path: string, init?: RequestInit) => backend.fetch(new Request(url + path, init));
  expect((await call("/rest/v1/untouched")).status).toBe(401);
  expect((await call("/rest/v1/untouched", { headers: { apikey: "sb_publishable_other" } })).status).toBe(
    401,
  );
  expect((await call("/_system/config")).status).toBe(404);
  expect(
    (await call("/rest/v1/untouched", { method: "POST", body: "x".repeat(10 * 1024 * 1024 + 1) })).status,
  ).toBe(413);
});

test("concurrent calls by users, the admin API and the server's own SQL each run with their own rights", async () => {
  const people = await Promise.all(
    ["one@example.com", "other@example.com"].map(async (email, index) => {
      const client = await signedIn(email);
      return { client, id: (await client.auth.getUser()).data.user?.id ?? "", first: index * 1000 };
    }),
  );
  const { admin } = backend.client(TEST_KEYS.secretKey).auth;
  let isBusy = true;
  const asking = (async () => {
    const answers = new Set<string>();
    while (isBusy) {
      const rows = await backend.query("select current_user::text as me, auth.uid() as caller");
      answers.add(JSON.stringify(rows));
      await setImmediate();
    }
    return [...answers];
  })();
  const work = people.flatMap(({ client, id, first }) =>
    Array.from({ length: 50 }, async (_, index) => {
      const written = await client.from("notes").upsert({ id: first + index, owner: id, body: "mine" });
      const changed = await admin.updateUserById(id, { app_metadata: { turn: index } });
      const read = await client.from("notes").select("owner");
      return { error: written.error ?? changed.error ?? read.error, id, owners: read.data };
    }),
  );
  const done = await Promise.all(work).finally(() => {
    isBusy = false;
  });
  for (const { error, id, owners } of done) {
    expect(error).toBeNull();
    expect(owners?.every(({ owner }) => owner === id)).toBe(true);
  }
  expect(await asking).toEqual([JSON.stringify([{ me: "postgres", caller: null }])]);
  expect(await backend.query("select count(*)::int as n from public.notes")).toEqual([{ n: 100 }]);
});

test("a value that violates a check is rejected with 400 and Postgres's code, as on hosted Supabase", async () => {
  const { error, status } = await backend.client(TEST_KEYS.secretKey).from("votes").insert({ stars: 6 });
  expect([status, error?.code]).toEqual([400, "23514"]);
  expect(error?.message).toContain("violates check constraint");
});
