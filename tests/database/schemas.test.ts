import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readMigrations } from "@academy/local-supabase";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Catalogue, readCatalogue } from "../../tools/database/catalogue.ts";
import { differenceBetween } from "../../tools/database/difference.ts";
import { checkFunctionBodies, type Database, openDatabase } from "../../tools/database/embedded.ts";
import { readSchemaFiles, SUPABASE } from "../../tools/database/schemaFiles.ts";

const MIGRATIONS = join(SUPABASE, "migrations");
const files = readSchemaFiles();
let migrated: Database;
let migratedCatalogue: Catalogue;
let declared: Database;

beforeAll(async () => {
  migrated = await openDatabase();
  await migrated.migrate(readMigrations(MIGRATIONS));
  migratedCatalogue = await readCatalogue(migrated);
  declared = await openDatabase();
  await declared.load(files);
}, 240_000);
afterAll(async () => {
  await migrated.close();
  await declared.close();
});

test("supabase/schemas and supabase/migrations create the same database, including grants, policies and rows", async () => {
  expect(differenceBetween(migratedCatalogue, await readCatalogue(declared))).toEqual({
    statements: [],
    destructive: [],
    byHand: [],
  });
});

test("every function that the migrations create has a body that Postgres accepts", async () => {
  await checkFunctionBodies(migrated.query);
});

test("the comparison detects a planted difference of each kind between schemas and migrations", async () => {
  const planted: [change: string, found: RegExp][] = [
    ["grant select on public.sync_clock to anon", /GRANT SELECT ON TABLE "public"."sync_clock" TO "anon"/],
    [
      "grant select (stamp) on public.study_rows to anon",
      /GRANT SELECT \("stamp"\) ON TABLE "public"."study_rows" TO "anon"/,
    ],
    [
      "revoke execute on function public.sync_pull from authenticated",
      /"public"."sync_pull".*"authenticated"/,
    ],
    ["create policy planted on public.orders for delete to anon using (true)", /CREATE POLICY "planted"/],
    ['drop policy "owners read their orders" on public.orders', /DROP POLICY "owners read their orders"/],
    ["alter table public.profiles disable row level security", /"public"."profiles" DISABLE ROW LEVEL/],
    ["alter table public.orders add planted text", /"public"."orders" ADD COLUMN "planted"/],
    ["alter table public.orders alter tier drop not null", /"tier" DROP NOT NULL/],
    ["create index planted on public.orders (tier)", /CREATE INDEX planted/],
    ["drop trigger create_profile on auth.users", /DROP TRIGGER "create_profile"/],
    ["comment on table public.orders is 'Planted.'", /COMMENT ON TABLE "public"."orders" IS 'Planted\.'/],
    [
      "create or replace function private.iso(p_time timestamptz) returns text language sql stable return 'planted'",
      /FUNCTION private\.iso.*planted/s,
    ],
    [
      "alter default privileges in schema public grant select on tables to anon",
      /ALTER DEFAULT PRIVILEGES.*IN SCHEMA "public" GRANT/,
    ],
    [
      "insert into private.order_statuses values ('planted', 'none')",
      /insert into private\.order_statuses .*'planted'/,
    ],
    [
      "update private.retention_rules set keeps = '3 days' where name = 'sign-in log'",
      /update private\.retention_rules/,
    ],
    [
      "delete from private.order_transitions where to_status = 'open'",
      /delete from private\.order_transitions/,
    ],
    ["alter role anon set statement_timeout = '4s'", /role anon: {statement_timeout=4s}/],
  ];
  for (const [change] of planted) await declared.query(change);
  const { statements, byHand } = differenceBetween(migratedCatalogue, await readCatalogue(declared));
  const all = [...statements, ...byHand];
  for (const [change, found] of planted) expect(all, change).toContainEqual(expect.stringMatching(found));
});

test("supabase/config.toml lists each schema file once", () => {
  const present = readdirSync(join(SUPABASE, "schemas"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".sql"))
    .map((name) => `schemas/${name}`);
  expect(files.map(({ path }) => path).sort()).toEqual(present.sort());
});

test("each function is defined once in the schema files", () => {
  const names = files.flatMap(({ sql }) =>
    [...sql.matchAll(/^create function ([\w.]+)/gm)].map(([, name]) => name),
  );
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
