import type { SupabaseClient } from "@supabase/supabase-js";
import { beforeAll, describe, expect, it } from "vitest";
import { type Role, signUpMember } from "../staff/people.ts";
import { withBackend } from "../support/server/backend.ts";
import { FUNCTIONS, RELATIONS } from "./matrix.ts";
import { passFactor } from "./people.ts";

const FORBIDDEN = "42501";
const backend = withBackend();

/** Relations with a row for every account. */
const OF_EVERYONE = ["profiles", "enrollment_status"];

const STAFF_FUNCTIONS = Object.keys(FUNCTIONS).filter((name) =>
  ["reviewer", "staff"].includes(FUNCTIONS[name] ?? ""),
);

const ACTORS = ["staff", "reviewer", "aal1", "withoutFactor", "former", "author", "learner"] as const;
type Actor = (typeof ACTORS)[number];
const HINTS: Record<Exclude<Actor, "staff" | "reviewer">, string> = {
  aal1: "second_factor_needed",
  withoutFactor: "second_factor_missing",
  former: "not_staff",
  author: "not_staff",
  learner: "not_staff",
};

let clients: Record<Actor, SupabaseClient>;

async function setRole(id: string, role: string | null): Promise<void> {
  await backend.query(
    "update auth.users set raw_app_meta_data = (coalesce(raw_app_meta_data, '{}') || jsonb_build_object('role', $2::text)) where id = $1",
    [id, role],
  );
}

const member = async (role: Role) => (await signUpMember(backend, role)).client;

beforeAll(async () => {
  const [twice, bare, gone] = [await backend.signUp(), await backend.signUp(), await backend.signUp()];
  for (const { id } of [twice, bare, gone]) await setRole(id, "staff");
  await passFactor(await backend.clientFor(twice));
  const aal1 = await backend.clientFor();
  const { error } = await aal1.auth.signInWithPassword(twice);
  if (error) throw error;
  const former = await backend.clientFor(gone);
  await passFactor(former);
  await setRole(gone.id, null);
  clients = {
    staff: await member("staff"),
    reviewer: await member("reviewer"),
    aal1,
    withoutFactor: await backend.clientFor(bare),
    former,
    author: await member("author"),
    learner: await member(null),
  };
});

const SAMPLES: Record<string, unknown> = {
  uuid: "7c9e6679-7425-40de-944b-e07fc1f90ae7",
  text: "x",
  integer: 1,
  bigint: 1,
  boolean: true,
  jsonb: {},
  "integer[]": [3, 3, 3, 3, 3],
  "text[]": ["a", "b", "c", "d", "e"],
  date: "2026-11-23",
  "timestamp with time zone": "2026-11-23T00:00:00Z",
};

/** The hint of a rejection, "denied" for one without a hint, and "runs" for everything else. */
async function answerOf(client: SupabaseClient, name: string, values: Record<string, unknown>) {
  const { error } = await client.rpc(name, values);
  return error?.code === FORBIDDEN ? error.hint || "denied" : "runs";
}

describe("the functions of the staff console", () => {
  it("run for the roles that may call them, with a second factor, and for nobody else", async () => {
    const found = await backend.query<{ name: string; args: [string, string][] }>(
      `select proname as name, (
         select coalesce(jsonb_agg(jsonb_build_array(proargnames[place], format_type(type, null))), '[]')
         from unnest(proargtypes) with ordinality as each (type, place)) as args
       from pg_proc where pronamespace = 'public'::regnamespace and proname::text = any ($1::text[])`,
      [STAFF_FUNCTIONS],
    );
    for (const { name, args } of found) {
      const values = Object.fromEntries(args.map(([arg, type]) => [arg, SAMPLES[type]]));
      const answers: Partial<Record<Actor, string>> = {};
      for (const actor of ACTORS) answers[actor] = await answerOf(clients[actor], name, values);
      expect(answers, name).toEqual({
        staff: "runs",
        reviewer: FUNCTIONS[name] === "reviewer" ? "runs" : "not_staff",
        ...HINTS,
      });
    }
  });

  it("tell the console who is signed in", async () => {
    const { data } = await clients.reviewer.rpc("staff_me");
    expect(data).toEqual({ role: "reviewer", email: expect.stringContaining("@"), learns: false });
    // Nothing of what only staff do.
    expect((await clients.reviewer.rpc("staff_waiting")).data).toEqual({ capstones: expect.any(Number) });
  });
});

describe("the tables", () => {
  it.each(Object.entries(RELATIONS))("show staff no row of a learner in %s", async (name, { key }) => {
    await backend.signUp();
    for (const actor of ["staff", "reviewer"] as const) {
      const { data, error } = await clients[actor].from(name).select(key.join());
      if (error) expect(error.code).toBe(FORBIDDEN);
      else if (OF_EVERYONE.includes(name)) expect(data).toHaveLength(1);
      else expect(data).toEqual([]);
    }
  });
});

describe("staff_actions", () => {
  const CHANGES = [
    "update public.staff_actions set reason = ''",
    "delete from public.staff_actions",
    "truncate public.staff_actions",
  ];

  it("refuses every change of a row to every role, even to the owner of the database", async () => {
    await backend.query("select private.record_staff_action(null, 'tested', 'account', 'a', 'why', '{}')");
    for (const statement of CHANGES)
      await expect(backend.query(statement)).rejects.toThrow("never changed or deleted");
    const roles = await backend.query<{ name: string }>(
      "select rolname as name from pg_roles where rolname not like 'pg\\_%'",
    );
    expect(roles.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["anon", "authenticated", "service_role", "postgres"]),
    );
    for (const { name } of roles)
      for (const statement of CHANGES)
        await expect(
          backend.query(`do $$ begin set local role ${name}; ${statement}; end $$`),
          `${name}: ${statement}`,
        ).rejects.toThrow(/never changed or deleted|permission denied/);
    for (const client of [clients.staff, backend.service()]) {
      expect((await client.from("staff_actions").insert({ action: "x" })).error?.code).toBe(FORBIDDEN);
      expect((await client.from("staff_actions").delete().eq("subject_id", "a")).error?.code).toBe(FORBIDDEN);
    }
  });
});

describe("set_staff_role", () => {
  const set = (email: string, role: string | null) =>
    backend.service().rpc("set_staff_role", { p_email: email, p_role: role });

  it("refuses an account whose address its owner has not confirmed, because anyone can create one", async () => {
    const { id, email } = await backend.signUp();
    await backend.query("delete from private.proven_addresses where user_id = $1", [id]);
    expect((await set(email, "staff")).error?.message).toMatch(/has not confirmed/);
  });

  it("gives and takes a role, mails an invitation and records it", async () => {
    const { id, email } = await backend.signUp();
    await backend.query(
      `update auth.users set raw_app_meta_data = raw_app_meta_data || '{"invited_as_staff": true}' where id = $1`,
      [id],
    );
    expect(await set(email.toUpperCase(), "reviewer")).toMatchObject({ data: id, error: null });
    expect((await set(email, "reviewer")).data).toBe(id);
    expect((await set(email, null)).data).toBe(id);
    expect((await set("nobody@example.org", "staff")).data).toBeNull();
    const acts = await backend.query<{ details: unknown }>(
      "select details from staff_actions where subject_id = $1 order by at",
      [id],
    );
    expect(acts.map(({ details }) => details)).toEqual([
      { from: null, to: "reviewer" },
      { from: "reviewer", to: null },
    ]);
    expect(
      await backend.query(
        "select data from mail_queue where kind = 'staff_invited' and lower(recipient) = lower($1)",
        [email],
      ),
    ).toEqual([{ data: { role: "reviewer" } }]);
  });
});
