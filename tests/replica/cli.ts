import { execFile, execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const ROOT = join(import.meta.dirname, "..", "..");
const FOLDER = join(import.meta.dirname, "cli");
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
  const folder = mkdtempSync(`${FOLDER}-`);
  try {
    copyFileSync(join(FOLDER, "package.json"), join(folder, "package.json"));
    const args = ["install", "--ignore-scripts", "--no-package-lock", "--no-audit", "--no-fund"];
    execFileSync("npm", args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
    if (!existsSync(SUPABASE_CLI)) renameSync(join(folder, "node_modules"), join(FOLDER, "node_modules"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
