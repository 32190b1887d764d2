import { cpSync, existsSync, mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compressAll } from "./compressAll.ts";
import { filesBelow, fingerprint, isFresh } from "./fingerprint.ts";

const ROOT = join(import.meta.dirname, "..");
export const DIST = join(ROOT, "dist");
/** Assets of earlier builds, so that a page opened before an update still finds its chunks. */
export const PREVIOUS = join(ROOT, "dist-previous");

const INPUTS = [
  "src",
  "public",
  "content",
  "tools/content",
  "tools/release/assetList.ts",
  "tools/site",
  "server/http",
  "tools/checks/pageChunks.ts",
  "index.html",
  "vite.config.ts",
  "package-lock.json",
];
const STAMP = join(ROOT, "node_modules", ".cache", "academy-build");
const KEEP_ASSETS_MS = 30 * 24 * 60 * 60 * 1000;

/** Whether an input of the build has changed since the last build. */
export function isBuildStale(): boolean {
  return !existsSync(join(DIST, "index.html")) || !isFresh(STAMP, inputsNow());
}

export async function buildIfStale(): Promise<void> {
  if (!isBuildStale()) return;
  const stamp = inputsNow();
  // Imported here, so that `npm start` loads no bundler when nothing has changed.
  const { viteBuild } = await import("./viteBuild.ts");
  keepEarlierAssets();
  await viteBuild({ root: ROOT });
  // Someone is waiting for this build, and it is read on this machine.
  await compressAll(DIST, { isQuick: true });
  mkdirSync(join(STAMP, ".."), { recursive: true });
  writeFileSync(STAMP, stamp);
}

const inputsNow = () => fingerprint(INPUTS.map((input) => join(ROOT, input)));

function keepEarlierAssets(): void {
  const now = Date.now();
  const kept = join(PREVIOUS, "assets");
  mkdirSync(kept, { recursive: true });
  if (existsSync(join(DIST, "assets"))) {
    for (const file of filesBelow(join(DIST, "assets"))) utimesSync(file, now / 1000, now / 1000);
    cpSync(join(DIST, "assets"), kept, { recursive: true, preserveTimestamps: true });
  }
  for (const file of filesBelow(kept)) if (now - statSync(file).mtimeMs > KEEP_ASSETS_MS) rmSync(file);
}

if (import.meta.main) await buildIfStale();
