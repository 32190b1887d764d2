import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { z } from "zod";

export const SUPABASE = join(import.meta.dirname, "..", "..", "supabase");

const configSchema = z.object({
  db: z.object({ migrations: z.object({ schema_paths: z.array(z.string().endsWith(".sql")) }) }),
});

export type SchemaFile = { path: string; sql: string };

/**
 * The files of supabase/schemas in the order of supabase/config.toml, as the Supabase CLI reads them: files that match
 * the same pattern in alphabetical order.
 */
export function readSchemaFiles(): SchemaFile[] {
  const config = configSchema.parse(parse(readFileSync(join(SUPABASE, "config.toml"), "utf8")));
  const paths = config.db.migrations.schema_paths.flatMap((pattern) => {
    const found = globSync(pattern, { cwd: SUPABASE }).map((path) => path.replaceAll("\\", "/"));
    if (found.length === 0) throw new Error(`supabase/config.toml names ${pattern}, which does not exist`);
    return found.sort();
  });
  return paths.map((path) => ({ path, sql: readFileSync(join(SUPABASE, path), "utf8") }));
}
