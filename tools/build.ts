import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build } from "vite";

const ROOT = join(import.meta.dirname, "..");
export const DIST = join(ROOT, "dist");
/** Assets of earlier builds, so that a page opened before an update still finds its chunks. */
export const PREVIOUS = join(ROOT, "dist-previous");

const INPUTS = [
  "src",
  "public",
  "content/legal",
  "tools/content",
  "index.html",
  "vite.config.ts",
  "package-lock.json",
];
const STAMP = join(ROOT, "node_modules", ".cache", "academy-build");
const KEEP_ASSETS_MS = 30 * 24 * 60 * 60 * 1000;
const COMPRESSIBLE = /\.(js|css|html|svg|json|webmanifest|txt)$/;
const WORTH_COMPRESSING_BYTES = 1024;

/** Builds the site when something that it is made of has changed. Returns whether it built. */
export async function buildIfStale(): Promise<boolean> {
  const stamp = fingerprint();
  if (existsSync(join(DIST, "index.html")) && existsSync(STAMP) && readFileSync(STAMP, "utf8") === stamp)
    return false;
  keepEarlierAssets();
  await buildSite();
  await compressAll(DIST);
  mkdirSync(join(STAMP, ".."), { recursive: true });
  writeFileSync(STAMP, stamp);
  return true;
}

/** Vite leaves NODE_ENV at "production", which must not reach what this process starts next: tests, the server. */
async function buildSite(): Promise<void> {
  const { NODE_ENV } = process.env;
  await build({ root: ROOT, logLevel: "error" });
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = NODE_ENV;
}

/** Names, sizes and times of every input, and what the build reads from the environment. */
function fingerprint(): string {
  const hash = createHash("sha256");
  const settings = Object.entries(process.env).filter(([name]) => name.startsWith("VITE_"));
  hash.update(JSON.stringify(settings.sort()));
  for (const input of INPUTS)
    for (const file of filesBelow(join(ROOT, input))) hash.update(nameSizeAndTime(file));
  return hash.digest("hex");
}

function nameSizeAndTime(file: string): string {
  const { size, mtimeMs } = statSync(file);
  return `${file}\0${size}\0${mtimeMs}\n`;
}

function filesBelow(path: string): string[] {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .map((name) => join(path, name))
    .filter((file) => statSync(file).isFile())
    .sort();
}

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

async function compressAll(folder: string): Promise<void> {
  const files = filesBelow(folder).filter(
    (file) => COMPRESSIBLE.test(file) && statSync(file).size >= WORTH_COMPRESSING_BYTES,
  );
  await Promise.all(
    files.map(async (file) => {
      const bytes = readFileSync(file);
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes, quality));
      writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
    }),
  );
}
