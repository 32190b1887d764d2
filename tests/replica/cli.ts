import { execFile, execFileSync, type StdioOptions } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const ROOT = join(import.meta.dirname, "..", "..");
const VERSION = "3.1.0";
const CACHE = join(ROOT, "node_modules", ".cache");
const FOLDER = join(CACHE, `supabase-cli-${VERSION}`);
const SUPABASE_CLI = join(FOLDER, "node_modules", ".bin", "supabase");

/**
 * Applies the migrations that the database lacks with the Supabase CLI, as a deployment does, and returns what it printed.
 * The CLI is not logged in and sends no usage data. `folder` has the folder `supabase`.
 */
export async function pushMigrations(databaseUrl: string, folder = ROOT): Promise<string> {
  installIfNeeded();
  const { stdout, stderr } = await promisify(execFile)(
    SUPABASE_CLI,
    ["db", "push", "--db-url", databaseUrl, "--yes", "--workdir", folder],
    { env: { ...process.env, NO_COLOR: "1", SUPABASE_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1" } },
  );
  return stdout + stderr;
}

/**
 * Not a package of the project, because it is too large for everyone who runs `npm start`. Test files that start at the same
 * time install it twice, each in its own folder, and the first to finish wins.
 */
function installIfNeeded(): void {
  if (existsSync(SUPABASE_CLI)) return;
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(`${FOLDER}-`);
  try {
    const args = ["install", "--prefix", folder, "--ignore-scripts", "--no-package-lock", "--no-audit"];
    const stdio: StdioOptions = ["ignore", "ignore", "inherit"];
    execFileSync("npm", [...args, `supabase@${VERSION}`], { cwd: folder, stdio });
    if (!existsSync(SUPABASE_CLI)) renameSync(folder, FOLDER);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
