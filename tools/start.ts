import { spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { isBuildStale } from "./build.ts";

// `npm start`: builds what is stale, then becomes the server. An error in either step produces one clear message.
const LOG = "academy.log";
const ROOT = join(import.meta.dirname, "..");

if (isBuildStale()) buildSite();
const { main } = await import("../server/main.ts");
await main({ development: false });

/** In its own process, because the bundler always writes to the terminal. */
function buildSite(): void {
  const startedAt = Date.now();
  process.stdout.write("Building the site…");
  const log = openSync(join(ROOT, LOG), "a");
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, "build.ts")], {
    cwd: ROOT,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  process.stdout.write(` ${Math.round((Date.now() - startedAt) / 1000)} s\n`);
  if (status === 0) return;
  console.error(`The site could not be built. See ${LOG}.`);
  process.exit(1);
}
