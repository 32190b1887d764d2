import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newSigningKey } from "../../server/auth/signingKeys.ts";
import { type BackendKeys, readConfig } from "../../server/backend/config.ts";
import { openLite } from "../../server/backend/lite.ts";
import { applyMigrations, type Migration } from "../../server/backend/migrations.ts";
import { openPostgres } from "../../server/backend/postgres.ts";
import { openSnapshot } from "../../server/backend/snapshot.ts";
import type { SchemaFile } from "./schemaFiles.ts";

export type Database = Awaited<ReturnType<typeof openDatabase>>;

/** Opens an embedded Postgres in memory, as a hosted project is before its first migration. */
export async function openDatabase() {
  const filesFolder = mkdtempSync(join(tmpdir(), "academy-database-"));
  // Nobody signs in to this database.
  const keys: BackendKeys = {
    jwtSecret: "of-a-database-without-users-0123456789",
    signingKeys: [newSigningKey()],
    secretKey: "sb_secret_unused",
    publishableKey: "sb_publishable_unused",
  };
  const { config } = readConfig(keys, "http://localhost", {});
  const empty = openSnapshot();
  const saved = await empty.load();
  const postgres = await openPostgres(null, saved);
  await openLite({ postgres, config, filesFolder, sendMail: async () => undefined });
  if (!saved) await empty.save(postgres);
  const query = async <T>(sql: string, params: unknown[] = []): Promise<T[]> =>
    (await postgres.driver.query<T>(sql, params)).rows;

  return {
    query,
    /** Applies these migrations, as at the start of the academy. */
    migrate: (migrations: Migration[]) => applyMigrations(postgres, migrations),
    /** Loads the schema files. Throws an error that names the file, or the function whose body is wrong. */
    async load(files: SchemaFile[]): Promise<void> {
      // Bodies may name what a later file creates; they are checked at the end.
      await postgres.driver.exec("set check_function_bodies = off");
      for (const { path, sql } of files) {
        await postgres.driver.exec(sql).catch((cause: unknown) => {
          throw new Error(`${path}: ${cause instanceof Error ? cause.message : cause}`, { cause });
        });
      }
      await checkFunctionBodies(query);
    },
    async close(): Promise<void> {
      await postgres.close();
      rmSync(filesFolder, { recursive: true });
    },
  };
}

/** Creates each function again with the check that loading and generated migrations leave out. */
export async function checkFunctionBodies(query: Database["query"]): Promise<void> {
  const functions = await query<{ name: string; definition: string }>(
    `select pg_proc.oid::regprocedure::text as name, pg_get_functiondef(pg_proc.oid) as definition
     from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
     where nspname in ('public', 'private')`,
  );
  await query("set check_function_bodies = on");
  for (const { name, definition } of functions) {
    await query(definition).catch((cause: unknown) => {
      throw new Error(`${name}: ${cause instanceof Error ? cause.message : cause}`, { cause });
    });
  }
}
