import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const ROOT = join(import.meta.dirname, "..", "..");
export const SUPABASE_CLI = join(ROOT, "node_modules", ".bin", "supabase");

/**
 * Runs the Supabase CLI in the project (or in `folder`, a copy of it) and returns what it printed. It is not logged in
 * and sends no usage data.
 */
export async function runCli(args: string[], folder = ROOT): Promise<string> {
  const env = {
    ...process.env,
    NO_COLOR: "1",
    SUPABASE_TELEMETRY_DISABLED: "1",
    DO_NOT_TRACK: "1",
  };
  const { stdout, stderr } = await promisify(execFile)(SUPABASE_CLI, [...args, "--workdir", folder], { env });
  return stdout + stderr;
}

/** Applies the migrations that the database lacks, as a deployment does. */
export function pushMigrations(databaseUrl: string, folder = ROOT): Promise<string> {
  return runCli(["db", "push", "--db-url", databaseUrl, "--yes"], folder);
}
