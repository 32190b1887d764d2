import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * `npm run bench`: installs this folder's packages, which nothing else needs, and checks its types, which `npm test` does not,
 * because the packages may be missing there. Then main.ts measures.
 */
const HERE = import.meta.dirname;
const INSTALLED = join(HERE, "node_modules", ".package-lock.json");

function run(command: string, args: string[]): void {
  const { status } = spawnSync(command, args, {
    cwd: HERE,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status !== 0) process.exit(status ?? 1);
}

const isCurrent =
  existsSync(INSTALLED) && statSync(INSTALLED).mtimeMs >= statSync(join(HERE, "package-lock.json")).mtimeMs;
if (!isCurrent) run("npm", ["ci"]);
run("tsc", ["-p", "."]);
await import("./main.ts");
