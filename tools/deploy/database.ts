import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Change } from "../../server/stripeAccount/change.ts";
import { type Deployment, ROOT } from "./deployment.ts";

const MIGRATIONS = join(ROOT, "supabase", "migrations");

export type Migration = { version: string; file: string; sql: string };
export type Applied = { version: string; statements: string[] | null };

/** The migrations that `supabase db push` would apply. Throws if the applied ones are not those of this repository. */
export async function databaseChanges(deployment: Deployment): Promise<Change[]> {
  const local = readMigrations();
  const applied = await readApplied(deployment);
  const faults = historyFaults(local, applied);
  if (faults.length > 0)
    throw new Error(
      `${faults.join("\n")}\nA migration must not change after it has been applied: restore the file from Git, and put the change into a new migration.`,
    );
  const known = new Set(applied.map(({ version }) => version));
  const missing = local.filter(({ version }) => !known.has(version));
  if (missing.length === 0) return [];
  const args = ["db", "push", `--remote=${deployment.remote}`];
  return [
    {
      what: `apply ${missing.map(({ file }) => file).join(", ")}`,
      apply: async () => void (await deployment.cli(cliEnvironment(deployment)).run(args)),
    },
  ];
}

/** The password, for the CLI's connection through the pooler. */
const cliEnvironment = ({ settings }: Deployment) => ({
  SUPABASE_DB_PASSWORD: settings.SUPABASE_DB_PASSWORD,
});

function readMigrations(folder = MIGRATIONS): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".sql"))
    .sort()
    .map((file) => ({
      file,
      version: file.split("_")[0] ?? file,
      sql: readFileSync(join(folder, file), "utf8"),
    }));
}

/**
 * What is wrong with the history of applied migrations, compared with the files. Migrations that are newer than all files
 * are right: an earlier release has been checked out, to go back to it, and works with the newer database.
 */
export function historyFaults(local: readonly Migration[], applied: readonly Applied[]): string[] {
  const newest = local.at(-1)?.version ?? "";
  return applied.flatMap(({ version, statements }) => {
    const file = local.find((each) => each.version === version);
    if (!file && version > newest) return [];
    if (!file) return [`The database has the migration ${version}, which this repository does not have.`];
    if (statements && !consistsOf(file.sql, statements))
      return [`${file.file} differs from what was applied to the database.`];
    return [];
  });
}

/** Whether a file has exactly these statements in this order, with nothing but comments between them. */
function consistsOf(sql: string, statements: readonly string[]): boolean {
  let rest = sql;
  for (const statement of statements) {
    const text = statement.trim();
    const at = rest.indexOf(text);
    if (at < 0 || !isBlank(rest.slice(0, at))) return false;
    rest = rest.slice(at + text.length);
  }
  return isBlank(rest);
}

const isBlank = (sql: string) =>
  sql
    .replace(/--[^\n]*/g, "")
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/[\s;]/g, "") === "";

async function readApplied({ api }: Deployment): Promise<Applied[]> {
  const rows = await api.query<{ exists: boolean }>(
    "select to_regclass('supabase_migrations.schema_migrations') is not null as exists",
  );
  if (!rows[0]?.exists) return [];
  return api.query<Applied>(
    "select version, statements from supabase_migrations.schema_migrations order by version",
  );
}
