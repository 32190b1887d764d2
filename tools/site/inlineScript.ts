import { createHash } from "node:crypto";
import { join } from "node:path";
import { build, type Plugin, type Rolldown } from "vite";

/** One of our inline scripts, and the hash with which the content policy allows it (CSP 3 §2.3.1, hash-source). */
export type InlineScript = { code: string; hash: string };

const ENTRY = "virtual:inline-script";

/** Builds a script that calls a function of a module. Throws when the code would close its script element. */
export async function inlineScript(root: string, module: string, call: string): Promise<InlineScript> {
  const entry: Plugin = {
    name: "academy:inline-script",
    resolveId: (id) => (id === ENTRY ? id : undefined),
    load: (id) =>
      id === ENTRY ? `import { ${call} } from ${JSON.stringify(join(root, module))}; ${call}();` : undefined,
  };
  const result = await build({
    root,
    configFile: false,
    logLevel: "error",
    publicDir: false,
    plugins: [entry],
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: ENTRY, output: { format: "iife" } },
    },
  });
  const [{ output }] = [result].flat() as [Rolldown.RolldownOutput];
  const code = output[0].code.trim();
  if (/<\/script|<!--/i.test(code))
    throw new Error(`${module} contains code that would end its script element`);
  return { code, hash: `sha256-${createHash("sha256").update(code).digest("base64")}` };
}
