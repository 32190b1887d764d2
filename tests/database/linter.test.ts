import { join } from "node:path";
import { readMigrations } from "@academy/local-supabase";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "../../tools/database/embedded.ts";
import { SUPABASE } from "../../tools/database/schemaFiles.ts";

/**
 * Two checks from Supabase's database linter (https://supabase.com/docs/guides/database/database-linter), which a
 * hosted project would report: `function_search_path_mutable` and `unindexed_foreign_keys`.
 */
let migrated: Database;
beforeAll(async () => {
  migrated = await openDatabase();
  await migrated.migrate(readMigrations(join(SUPABASE, "migrations")));
}, 240_000);
afterAll(() => migrated.close());

/**
 * The sync calls these for each row; supabase/schemas/base/foundation.sql explains why they set no search_path.
 */
const INLINED_FUNCTIONS = [
  "private.clamp_client_time(timestamp with time zone)",
  "private.iso(timestamp with time zone)",
  "private.json_anchor(jsonb)",
  "private.json_integer(jsonb,bigint,bigint)",
  "private.json_share(jsonb)",
  "private.json_stamp(jsonb)",
  "private.json_text(jsonb)",
  "private.json_uuid(jsonb)",
  "private.may_record_lesson(uuid,text,text,timestamp with time zone)",
  "private.stamp_time(uuid)",
  "private.study_time(uuid,text,text,timestamp with time zone)",
];

/**
 * Foreign keys to a fixed list of nine states. Its rows are never deleted, so no check searches the referring table. An
 * index on a status would also slow down each change of an order.
 */
const KEYS_TO_FIXED_LISTS = [
  "course_enrollments: FOREIGN KEY (reason) REFERENCES private.order_statuses(status)",
  "private.order_transitions: FOREIGN KEY (to_status) REFERENCES private.order_statuses(status)",
];

type FunctionRow = { name: string; has_standard_body: boolean };

const functionsWithoutSearchPath = () =>
  migrated.query<FunctionRow>(
    `select pg_proc.oid::regprocedure::text as name, prosqlbody is not null as has_standard_body
     from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
     where nspname in ('public', 'private')
       and not exists (select from unnest(proconfig) as setting where setting like 'search\\_path=%')
     order by 1`,
  );

async function keysWithoutIndex(): Promise<string[]> {
  const rows = await migrated.query<{ key: string }>(
    `select conrelid::regclass || ': ' || pg_get_constraintdef(pg_constraint.oid) as key
     from pg_constraint join pg_namespace on pg_namespace.oid = connamespace
     where contype = 'f' and nspname in ('public', 'private') and not exists (
       select from pg_index where indrelid = conrelid and indisvalid
         and (string_to_array(indkey::text, ' ')::smallint[])[1:cardinality(conkey)] = conkey
     )
     order by 1`,
  );
  return rows.map(({ key }) => key);
}

test("every function sets its search_path, except the listed ones, which resolve names when they are created", async () => {
  expect(await functionsWithoutSearchPath()).toEqual(
    INLINED_FUNCTIONS.map((name) => ({ name, has_standard_body: true })),
  );
});

test("every foreign key has an index, except those to a fixed list", async () => {
  expect(await keysWithoutIndex()).toEqual(KEYS_TO_FIXED_LISTS);
});

test("the two linter checks find a planted function and a planted foreign key", async () => {
  await migrated.query(
    "create function private.planted() returns text language sql set statement_timeout = '1s' as 'select 1'",
  );
  await migrated.query(
    "create table private.planted_table (n integer, lesson text, mine uuid references auth.users, unique (n, mine))",
  );
  expect((await functionsWithoutSearchPath()).map(({ name }) => name)).toContain("private.planted()");
  expect(await keysWithoutIndex()).toContain(
    "private.planted_table: FOREIGN KEY (mine) REFERENCES auth.users(id)",
  );
});
