import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readMigrations } from "@academy/local-supabase";
import { readCatalogue } from "./catalogue.ts";
import { type Difference, differenceBetween } from "./difference.ts";
import { openDatabase } from "./embedded.ts";
import { migrationOf } from "./migration.ts";
import { readSchemaFiles, SUPABASE } from "./schemaFiles.ts";

// `npm run db:diff -- <name>` writes the next migration: the changes in supabase/schemas that no migration contains yet.
const MIGRATIONS = join(SUPABASE, "migrations");

async function difference(): Promise<Difference> {
  const migrated = await openDatabase();
  const declared = await openDatabase();
  try {
    await migrated.migrate(readMigrations(MIGRATIONS));
    await declared.load(readSchemaFiles());
    return differenceBetween(await readCatalogue(migrated), await readCatalogue(declared));
  } finally {
    await migrated.close();
    await declared.close();
  }
}

async function main(name: string | undefined): Promise<number> {
  if (!name || !/^[a-z][a-z0-9_]*$/.test(name)) {
    console.error("Usage: npm run db:diff -- <name of the migration, such as add_bookmarks>");
    return 2;
  }
  const found = await difference();
  if (found.statements.length + found.byHand.length === 0) {
    console.info("supabase/schemas and supabase/migrations agree: there is nothing to write.");
    return 0;
  }
  const version = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const file = join(MIGRATIONS, `${version}_${name}.sql`);
  writeFileSync(file, migrationOf(found));
  console.info(`Wrote ${file}. Read it before you commit it.`);
  for (const sql of found.destructive) console.warn(`It deletes data: ${sql}`);
  for (const each of found.byHand) console.warn(`To do by hand: ${each}`);
  return 0;
}

try {
  process.exitCode = await main(process.argv[2]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
