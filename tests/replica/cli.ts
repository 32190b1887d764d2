import { join } from "node:path";
import { supabaseCli } from "../../tools/deploy/supabaseCli.ts";

const ROOT = join(import.meta.dirname, "..", "..");

/**
 * Applies the missing migrations with the Supabase CLI, as a deployment does, and returns what it printed. `folder` contains
 * the folder `supabase`.
 */
export function pushMigrations(databaseUrl: string, folder = ROOT): Promise<string> {
  return supabaseCli({ workdir: folder }).run(["db", "push", `--remote=${databaseUrl}`]);
}
