import { join } from "node:path";
import { supabaseCli } from "../../tools/deploy/supabaseCli.ts";

const ROOT = join(import.meta.dirname, "..", "..");

/**
 * Applies the migrations that the database lacks with the Supabase CLI, as a deployment does, and returns what it printed.
 * `folder` has the folder `supabase`.
 */
export function pushMigrations(databaseUrl: string, folder = ROOT): Promise<string> {
  return supabaseCli({ workdir: folder }).run(["db", "push", `--remote=${databaseUrl}`]);
}
