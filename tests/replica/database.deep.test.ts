import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pushMigrations } from "./cli.ts";
import { type Login, type ReplicaDatabase, startReplicaDatabase } from "./database.ts";

let database: ReplicaDatabase;
let first: string;
const open: Client[] = [];

beforeAll(async () => {
  database = await startReplicaDatabase();
  first = await pushMigrations(database.url);
});
afterAll(async () => {
  await Promise.all(open.map((client) => client.end()));
  database?.stop();
});

async function connect(login: Login = "postgres"): Promise<Client> {
  const client = new Client({ connectionString: database.urlOf(login) });
  await client.connect();
  open.push(client);
  return client;
}

test("the Supabase CLI applies every migration as the role postgres, and a second push changes nothing", async () => {
  const admin = await connect("supabase_admin");
  const state = async () => {
    const { rows } = await admin.query(
      `select (select array_agg(version order by version) from supabase_migrations.schema_migrations) as versions,
         (select md5(string_agg(pg_class::text, ',' order by oid)) from pg_class
          where relnamespace::regnamespace::text in ('public', 'private') and relkind in ('r', 'v', 'i')) as objects`,
    );
    return rows[0];
  };
  expect(first).toContain("Applying migration");
  const before = await state();
  expect(before.versions.length).toBeGreaterThan(0);
  expect(await pushMigrations(database.url)).toContain("up to date");
  expect(await state()).toEqual(before);
});

test("postgres is not a superuser, and the timeouts of the API's roles are those that the migrations set", async () => {
  const client = await connect();
  const { rows: own } = await client.query(
    "select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication from pg_roles where rolname = 'postgres'",
  );
  expect(own).toEqual([
    { rolsuper: false, rolcreaterole: true, rolcreatedb: true, rolbypassrls: true, rolreplication: true },
  ]);
  const { rows } = await client.query(
    `select rolname as role, setconfig as settings from pg_db_role_setting join pg_roles on pg_roles.oid = setrole
     where rolname in ('anon', 'authenticated', 'service_role') order by 1`,
  );
  expect(rows).toEqual([
    { role: "anon", settings: ["statement_timeout=3s"] },
    { role: "authenticated", settings: ["statement_timeout=8s"] },
    { role: "service_role", settings: ["statement_timeout=30s"] },
  ]);
});

test("postgres may drop its own triggers on auth.users, but may not change the tables of auth and storage", async () => {
  const client = await connect();
  await client.query("begin");
  await client.query("drop trigger clear_must_change_password on auth.users");
  await client.query("rollback");
  for (const change of [
    "alter table auth.users add column more text",
    "create index on auth.users (created_at)",
    "drop table auth.flow_state",
    "drop trigger tell_second_factor_removed on auth.mfa_factors",
    "alter table storage.objects disable row level security",
  ])
    await expect(client.query(change), change).rejects.toMatchObject({ code: "42501" });
});

test("the vault returns a secret to postgres, but not to an API role", async () => {
  const client = await connect();
  await client.query("select vault.create_secret('https://example.test', 'functions_url')");
  const { rows } = await client.query("select name, decrypted_secret from vault.decrypted_secrets");
  expect(rows).toEqual([{ name: "functions_url", decrypted_secret: "https://example.test" }]);
  await client.query("set role authenticated");
  await expect(client.query("select from vault.decrypted_secrets")).rejects.toMatchObject({ code: "42501" });
});
