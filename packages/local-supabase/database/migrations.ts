import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { splitSqlStatements } from "@supabase/lite";
import { SESSION_SQL } from "./baseline.ts";
import type { Postgres } from "./postgres.ts";

const FILE_NAME = /^(\d+)_(.*)\.sql$/;

export type Migration = { version: string; name: string; file: string; sql: string };

/** The files of a migrations folder by ascending version, as the Supabase CLI reads them. */
export function readMigrations(folder: string): Migration[] {
  const migrations = readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const [, version, name] = FILE_NAME.exec(file) ?? [];
      if (version === undefined || name === undefined) return [];
      return [{ version, name, file, sql: readFileSync(join(folder, file), "utf8") }];
    });
  for (const [index, { version, file }] of migrations.entries()) {
    const next = migrations[index + 1];
    if (next?.version === version) throw new Error(`Migrations ${file} and ${next.file} share one version.`);
  }
  return migrations;
}

/**
 * Applies the migrations that `supabase_migrations.schema_migrations` does not list yet, each file and its record in one
 * transaction, as the Supabase CLI does. Call it before serving requests, because it uses the only session.
 * Throws for data with migrations from before the first of these, for data from a newer version, and for a failing
 * migration; that message names the file and includes Postgres' message.
 */
export async function applyMigrations(
  postgres: Postgres,
  migrations: Migration[],
  folder = ":memory:",
): Promise<void> {
  const { rows } = await postgres.driver.query<{ version: string }>(
    "select version from supabase_migrations.schema_migrations",
  );
  const applied = new Set(rows.map((row) => row.version));
  const known = new Set(migrations.map((migration) => migration.version));
  const unknown = [...applied].filter((version) => !known.has(version)).sort();
  const [first] = migrations;
  if (first && unknown.some((version) => version < first.version)) {
    throw new Error(
      `The data folder ${folder} was created by an earlier version, whose data this version cannot read: move it away.`,
    );
  }
  if (unknown.length > 0) {
    throw new Error(
      `The database was created by another version: it has migration ${unknown.join(", ")}, ` +
        "which this version does not know. Start the newer version, or use another data folder.",
    );
  }
  for (const migration of migrations) {
    if (!applied.has(migration.version)) await applyMigration(postgres, migration);
  }
  // Session settings of the migrations must not affect later requests.
  await postgres.driver.exec(`reset all; ${SESSION_SQL}`);
  await postgres.clearSchemaCache();
}

async function applyMigration(postgres: Postgres, { version, name, file, sql }: Migration): Promise<void> {
  const statements = splitSqlStatements(sql);
  await postgres.driver.transaction(async (transaction) => {
    for (const [index, statement] of statements.entries()) {
      try {
        await transaction.exec(statement);
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        const where = `statement ${index + 1} of ${statements.length}`;
        throw new Error(`Migration ${file} failed at ${where}: ${reason}\n${excerpt(statement)}`, { cause });
      }
    }
    await transaction.query(
      "insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)",
      [version, name, statements],
    );
  });
}

const EXCERPT_CHARACTERS = 300;

function excerpt(statement: string): string {
  return statement.length > EXCERPT_CHARACTERS ? `${statement.slice(0, EXCERPT_CHARACTERS)}…` : statement;
}
