import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const ROOT = join(import.meta.dirname, "..", "..");
const SUPABASE_CLI = join(ROOT, "node_modules", ".bin", "supabase");

/**
 * Applies the migrations that the database lacks with the Supabase CLI, as a deployment does, and returns what it printed.
 * The CLI is not logged in and sends no usage data. `folder` has the folder `supabase`.
 */
export async function pushMigrations(databaseUrl: string, folder = ROOT): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(
    SUPABASE_CLI,
    ["db", "push", "--db-url", databaseUrl, "--yes", "--workdir", folder],
    { env: { ...process.env, NO_COLOR: "1", SUPABASE_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1" } },
  );
  return stdout + stderr;
}
