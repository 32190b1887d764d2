import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BASELINE_DATA } from "../support/baselineData.ts";
import { pushMigrations } from "./cli.ts";
import { type ReplicaDatabase, startReplicaDatabase } from "./database.ts";

const SUPABASE = join(import.meta.dirname, "..", "..", "supabase");
const TABLES = [
  "public.orders",
  "public.course_enrollments",
  "public.course_progress",
  "public.quiz_attempts",
  "public.study_rows",
  "public.user_achievements",
  "public.contact_messages",
  "public.mail_queue",
];

let database: ReplicaDatabase;
let admin: Client;
const folder = mkdtempSync(join(tmpdir(), "academy-first-release-"));
beforeAll(async () => {
  database = await startReplicaDatabase();
  admin = new Client({ connectionString: database.urlOf("supabase_admin") });
  await admin.connect();
});
afterAll(async () => {
  await admin?.end();
  database?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("the Supabase CLI upgrades a project with the first release and its data, and no row is lost", async () => {
  await pushMigrations(database.url, firstRelease());
  for (const sql of BASELINE_DATA) await admin.query(sql);
  const before = await counts();
  expect(Object.values(before)).not.toContain(0);

  const later = readdirSync(join(SUPABASE, "migrations")).sort().slice(1);
  const output = await pushMigrations(database.url);
  for (const file of later) expect(output).toContain(file);
  expect(await counts()).toEqual(before);
});

/** A project folder with the baseline alone. */
function firstRelease(): string {
  const migrations = join(folder, "supabase", "migrations");
  mkdirSync(migrations, { recursive: true });
  const [baseline = ""] = readdirSync(join(SUPABASE, "migrations")).sort();
  cpSync(join(SUPABASE, "migrations", baseline), join(migrations, baseline));
  for (const part of ["config.toml", "templates"])
    cpSync(join(SUPABASE, part), join(folder, "supabase", part), { recursive: true });
  return folder;
}

async function counts(): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const table of TABLES) {
    const { rows } = await admin.query<{ count: number }>(`select count(*)::int as count from ${table}`);
    found[table] = rows[0]?.count ?? 0;
  }
  return found;
}
