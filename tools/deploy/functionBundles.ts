import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";

const ROOT = join(import.meta.dirname, "..", "..");
const FUNCTIONS = join(ROOT, "functions");

/**
 * Deno provides these Node globals only to npm packages, and bundled code is no longer in one.
 * https://docs.deno.com/runtime/fundamentals/node/#node.js-global-objects
 */
const NODE_GLOBALS = [
  'import { Buffer } from "node:buffer";',
  'import process from "node:process";',
  'import { clearImmediate, setImmediate } from "node:timers";',
  "Object.assign(globalThis, { Buffer, process, global: globalThis, setImmediate, clearImmediate });",
].join("\n");

type Bundles = {
  /** The names of the functions. */
  names: string[];
  /** A hash of all code: the same sources and packages give the same hash. */
  digest: string;
};

/** The names of the server functions. */
function functionNames(): string[] {
  return readdirSync(FUNCTIONS, { withFileTypes: true })
    .filter((each) => each.isDirectory() && existsSync(join(FUNCTIONS, each.name, "index.ts")))
    .map(({ name }) => name)
    .sort();
}

/**
 * Writes each function with all its packages into one file, `<workdir>/supabase/functions/<name>/index.js`, and a
 * config.toml that deploys these. The CLI uploads no lock file, so without bundles the platform would resolve the
 * packages again, to untested versions (docs/decisions/0055).
 */
export async function bundleFunctions(workdir: string): Promise<Bundles> {
  const names = functionNames();
  const folder = join(workdir, "supabase", "functions");
  rmSync(folder, { recursive: true, force: true });
  const hash = createHash("sha256");
  for (const name of names) {
    const code = await bundle(join(FUNCTIONS, name, "index.ts"));
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, "index.js"), code);
    hash.update(`${name}\n${code}`);
  }
  const sections = names.map(
    (name) => `[functions.${name}]\nentrypoint = "./functions/${name}/index.js"\nverify_jwt = false\n`,
  );
  writeFileSync(
    join(workdir, "supabase", "config.toml"),
    ['project_id = "academy"\n', ...sections].join("\n"),
  );
  return { names, digest: hash.digest("hex") };
}

async function bundle(entry: string): Promise<string> {
  const build = await rolldown({
    input: entry,
    cwd: ROOT,
    platform: "node",
    logLevel: "silent",
    resolve: { conditionNames: ["deno", "node", "import", "default"] },
  });
  try {
    const { output } = await build.generate({
      format: "esm",
      codeSplitting: false,
      banner: NODE_GLOBALS,
      // Names are kept for the stack traces in the log.
      minify: { compress: true, mangle: false, codegen: true },
      comments: { legal: false },
    });
    return hideProse(output[0].code, entry);
  } finally {
    await build.close();
  }
}

/** How the CLI 3.1 finds the files that a function imports: in the text, strings included. */
const SEEN_AS_IMPORT =
  /(?:import|export)\s+(?:type\s+)?(?:{[^{}]+}|.*?)\s*(?:from)?\s*['"](.*?)['"]|import\(\s*(?:"([^"\r\n]*)"|'([^'\r\n]*)')\s*[,)]/gi;

const IN_PROSE = /\b(import|export) (?![\w$]+(?:,\{[^{}]*\})? ?from ?"node:)/gi;

/**
 * In minified code, "import" and "export" are followed by a space only in an import of a Node module and inside
 * strings, templates and regular expressions. Inside those, an escaped space has the same meaning, and prevents the CLI
 * from mistaking a sentence for an import.
 */
function hideProse(code: string, entry: string): string {
  const hidden = code.replace(IN_PROSE, "$1\\x20");
  for (const [, ...found] of hidden.matchAll(SEEN_AS_IMPORT)) {
    const name = found.find((each) => each !== undefined) ?? "";
    if (!name.startsWith("node:"))
      throw new Error(`The bundle of ${entry} seems to import "${name.slice(0, 80)}".`);
  }
  return hidden;
}
