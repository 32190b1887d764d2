import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { loadEnv } from "vite";
import { readSiteOrigin } from "../src/platform/env.ts";
import { buildRelease } from "./release/buildRelease.ts";
import { checkSettings } from "./release/settings.ts";
import { viteBuild } from "./viteBuild.ts";

/**
 * `npm run build`: builds the site for a static host into `dist-release/`, for a hosted backend. `npm start` has its own
 * build, in `dist/`.
 */
const ROOT = join(import.meta.dirname, "..");
const RELEASE = "dist-release";
const USAGE = "Usage: npm run build [-- --without-earlier-assets] [--allow-local] [--into <folder>]";

async function main(args: string[]): Promise<void> {
  const options = readOptions(args);
  // Reads the settings as Vite does: from the environment, and from .env files.
  const env = loadEnv("production", ROOT, "VITE_");
  checkSettings(env, { allowLocal: options["allow-local"] === true });
  const notes = await buildRelease({
    target: resolve(ROOT, options.into),
    site: readSiteOrigin(env),
    now: Date.now(),
    askSite: options["without-earlier-assets"] !== true,
    build: (outDir) => viteBuild({ root: ROOT, build: { outDir } }),
  });
  for (const note of notes) console.info(note);
  console.info(`Publish the folder ${options.into}/site as it is. Next steps: docs/hosting.md.`);
}

function readOptions(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        "allow-local": { type: "boolean" },
        "without-earlier-assets": { type: "boolean" },
        into: { type: "string", default: RELEASE },
      },
    }).values;
  } catch {
    throw new Error(USAGE);
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  // Errors in the settings or on the live site are one sentence or a list, which a stack trace would hide.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
