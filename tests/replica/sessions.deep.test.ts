import type { SupabaseClient } from "@supabase/supabase-js";
import { beforeAll, expect, test } from "vitest";
import { withBackend } from "../support/backend.ts";
import { expectConsoleError } from "../support/failOnConsoleError.ts";
import { publishLesson } from "../support/lessons.ts";
import { contentsOf, noteRow, pull, push } from "../support/sentRows.ts";

const PEOPLE = 50;
/** Concurrent requests per user, so 200 in total. */
const REQUESTS_AT_A_TIME = 4;
const CONNECTIONS = 4;
const PREPARATION_TIMEOUT_MS = 300_000;

/** On the replica of a hosted database: see vitest.config.ts. */
const backend = withBackend({ connections: CONNECTIONS });
type Someone = { id: string; client: SupabaseClient };
const people: Someone[] = [];
const noteOf = (id: string) => `Note of ${id}`;

/** A notification makes the API reload its schema, which takes effect long before the first test. */
const FUNCTIONS = [
  `create function public.session_state() returns jsonb language sql volatile as $$ select jsonb_build_object(
     'role', current_user, 'user', auth.uid(), 'session', auth.jwt() ->> 'session_id',
     'timeout', current_setting('statement_timeout')) $$`,
  "grant execute on function public.session_state to anon, authenticated",
  `create function public.wait_for(seconds float) returns text language sql volatile
   as $$ select current_user || pg_sleep(seconds)::text $$`,
  "grant execute on function public.wait_for to anon, service_role",
];

beforeAll(async () => {
  for (const sql of FUNCTIONS) await backend.query(sql);
  await publishLesson(backend, "1");
  for (let number = 0; number < PEOPLE; number += 1) {
    const learner = await backend.signUp();
    people.push({ id: learner.id, client: await backend.clientFor(learner) });
    await backend.enrol(learner);
  }
  await Promise.all(people.map(({ id, client }) => push(client, [noteRow("1", noteOf(id))])));
}, PREPARATION_TIMEOUT_MS);

const ids = (rows: Record<string, unknown>[] | null, column: string) =>
  (rows ?? []).map((row) => row[column]);
async function found(
  query: PromiseLike<{ data: unknown; error: unknown }>,
): Promise<Record<string, unknown>[]> {
  const { data, error } = await query;
  if (error) throw error;
  // The tables here are chosen at run time, so the client cannot infer the type of their rows.
  return data as Record<string, unknown>[];
}

/** Requests by one user, each of which checks what it returns. Some read, one writes and one fails. */
const REQUESTS: ((someone: Someone) => Promise<void>)[] = [
  async ({ id, client }) => {
    expect(ids(await found(client.from("profiles").select("id")), "id")).toEqual([id]);
  },
  async ({ id, client }) => {
    expect(ids(await found(client.from("study_rows").select("user_id, content")), "user_id")).toEqual([id]);
  },
  async ({ id, client }) => {
    const notes = contentsOf(await pull(client, 0), "note");
    expect(notes.map(({ body }) => body)).toEqual([noteOf(id)]);
  },
  async ({ id, client }) => {
    const renamed = client
      .from("profiles")
      .update({ last_name: id })
      .neq("id", "00000000-0000-0000-0000-000000000000");
    expect(ids(await found(renamed.select("id")), "id")).toEqual([id]);
  },
  async ({ id, client }) => {
    // Fails in the middle of its transaction. The connection must not keep the role or the claims.
    const { error } = await client
      .from("profiles")
      .update({ first_name: "x".repeat(1000) })
      .eq("id", id);
    expect(error).not.toBeNull();
  },
];

async function anonymous(client: SupabaseClient): Promise<void> {
  const { data, error } = await client.from("profiles").select("id");
  expect([data, error?.code]).toEqual([null, "42501"]);
}

async function server(client: SupabaseClient): Promise<void> {
  expect(await found(client.from("profiles").select("id"))).toHaveLength(PEOPLE);
}

test("two hundred concurrent requests of different users over four connections never mix their sessions", async () => {
  const [visitor, service] = [await backend.clientFor(), backend.service()];
  for (const [round] of REQUESTS.entries())
    await Promise.all(
      people.map(async (someone, index) => {
        const chosen = Array.from({ length: REQUESTS_AT_A_TIME }, (_, place) => index + round + place);
        const own = chosen.map((place) => REQUESTS[place % REQUESTS.length]?.(someone));
        await Promise.all(index % 10 === 0 ? [...own, anonymous(visitor), server(service)] : own);
      }),
    );
  const [used] = await backend.query<{ count: number }>(
    "select count(*)::int as count from pg_stat_activity where usename = 'replica_api'",
  );
  expect(used?.count).toBe(CONNECTIONS);
  const names = await backend.query<{ id: string; last_name: string }>(
    "select id, last_name from public.profiles",
  );
  expect(names.filter(({ id, last_name }) => id !== last_name)).toEqual([]);
});

test("a visitor's request does not inherit the role, claims or timeout of the request before it", async () => {
  const visitor = await backend.clientFor();
  const stateOf = async (client: SupabaseClient) => (await client.rpc("session_state")).data;
  const empty = { role: "anon", user: null, session: null, timeout: "3s" };
  await Promise.all(
    people.flatMap(({ id, client }) => [
      stateOf(client).then((state) =>
        expect(state).toMatchObject({ role: "authenticated", user: id, timeout: "8s" }),
      ),
      stateOf(visitor).then((state) => expect(state).toEqual(empty)),
    ]),
  );
});

test("a visitor's statement is cancelled after the timeout of the role anon", async () => {
  const call = (client: SupabaseClient) => client.rpc("wait_for", { seconds: 3.5 });
  expectConsoleError(/wait_for: 500 .*canceling statement due to statement timeout/);
  const [visitor, service] = await Promise.all([call(await backend.clientFor()), call(backend.service())]);
  expect(visitor.error?.code).toBe("57014");
  expect(service).toMatchObject({ data: "service_role", error: null });
});
