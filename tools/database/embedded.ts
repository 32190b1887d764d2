import { join } from "node:path";
import { type Database as EmbeddedDatabase, openDatabase as openEmbedded } from "@academy/local-supabase";
import { type SchemaFile, SUPABASE } from "./schemaFiles.ts";

export type Database = EmbeddedDatabase & {
  /** Loads the schema files. Throws an error that names the file, or the function whose body is invalid. */
  load(files: SchemaFile[]): Promise<void>;
};

/** Opens an embedded in-memory Postgres in the state of a hosted project before its first migration. */
export async function openDatabase(): Promise<Database> {
  const database = await openEmbedded(join(SUPABASE, "config.toml"));
  return {
    ...database,
    async load(files) {
      // Bodies may refer to objects that a later file creates; they are checked at the end.
      await database.exec("set check_function_bodies = off");
      for (const { path, sql } of files) {
        await database.exec(sql).catch((cause: unknown) => {
          throw new Error(`${path}: ${cause instanceof Error ? cause.message : cause}`, { cause });
        });
      }
      await checkFunctionBodies(database.query);
    },
  };
}

/** Recreates each function with the body check that loading and generated migrations turn off. */
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
