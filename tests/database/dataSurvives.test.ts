import { join } from "node:path";
import { type Migration, readMigrations } from "@academy/local-supabase";
import { expect, onTestFinished, test } from "vitest";
import { readCatalogue } from "../../tools/database/catalogue.ts";
import { openDatabase } from "../../tools/database/embedded.ts";
import { SUPABASE } from "../../tools/database/schemaFiles.ts";
import { BASELINE_DATA } from "../support/server/baselineData.ts";

const [baseline, ...later] = readMigrations(join(SUPABASE, "migrations"));

/** Applies the migrations in order to the baseline's data, and returns the tables that have rows then. */
async function tablesAfter(migrations: Migration[]): Promise<string[]> {
  if (!baseline) throw new Error("there is no baseline");
  const database = await openDatabase();
  onTestFinished(() => database.close());
  await database.migrate([baseline]);
  for (const sql of BASELINE_DATA) await database.query(sql);
  for (let count = 1; count <= migrations.length; count++)
    await database.migrate([baseline, ...migrations.slice(0, count)]);
  return [...(await readCatalogue(database)).rows.keys()];
}

const planted = (sql: string): Migration => ({
  version: "29990101000000",
  name: "planted",
  file: "29990101000000_planted.sql",
  sql,
});

test("every migration after the baseline applies to data stored under the previous one", async () => {
  expect(await tablesAfter(later)).toEqual(
    expect.arrayContaining([
      "contact_messages",
      "course_enrollments",
      "course_progress",
      "mail_queue",
      "orders",
      "private.course_outline",
      "profiles",
      "quiz_attempts",
      "study_rows",
      "sync_clock",
      "user_achievements",
    ]),
  );
});

test("a planted migration fails if it ignores existing rows, and succeeds if it gives them a default", async () => {
  const careless = "alter table public.orders add column planted text not null;";
  await expect(tablesAfter([...later, planted(careless)])).rejects.toThrow(/planted\.sql.*null values/s);
  const careful = "alter table public.orders add column planted text not null default '';";
  expect(await tablesAfter([...later, planted(careful)])).toContain("orders");
});
