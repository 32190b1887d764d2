import { expect, test } from "vitest";
import { migrationOf } from "./migration.ts";

const NONE = { statements: [], destructive: [], byHand: [] };

test("a migration stores text in rows unchanged, however long its lines are", () => {
  const row = `update private.retention_rules set statement = 'delete from public.rate_limits where key = any (array(
       select key from public.rate_limits where window_start < $1 limit $2 for update skip locked))' where name = 'count against abuse'`;
  expect(migrationOf({ ...NONE, statements: [row] })).toContain(`\n\n${row};\n`);
});

test("a migration formats the statements for objects, and lists the settings to change by hand", () => {
  const sql = migrationOf({
    ...NONE,
    statements: ['CREATE TABLE "private"."planted" ("id" integer)'],
    byHand: ["add role anon"],
  });
  expect(sql).toMatch(/CREATE TABLE "private"\."planted" \(\n/);
  expect(sql).toContain("-- TODO by hand: add role anon\n");
});
