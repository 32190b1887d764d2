import { createHash } from "node:crypto";
import { join } from "node:path";
import { build, type Plugin, type Rolldown } from "vite";

/** One of our inline scripts, and the hash with which the content policy allows it (CSP 3 §2.3.1, hash-source). */
export type InlineScript = { code: string; hash: string };

const ENTRY = "virtual:classic-script";

/** Builds a script that calls a function of a module. Throws when the code would close its script element. */
export async function inlineScript(root: string, module: string, call: string): Promise<InlineScript> {
  const code = await classicScript(root, { module, call });
  if (/<\/script|<!--/i.test(code))
    throw new Error(`${module} contains code that would end its script element`);
  return { code, hash: `sha256-${createHash("sha256").update(code).digest("base64")}` };
}

type Call = { module: string; call: string; argument?: object; target?: string };

/** The code of a script that is no module and calls a function of one. */
export async function classicScript(root: string, { module, call, argument, target }: Call): Promise<string> {
  const entry: Plugin = {
    name: "academy:classic-script",
    resolveId: (id) => (id === ENTRY ? id : undefined),
    load: (id) =>
      id === ENTRY
        ? `import { ${call} } from ${JSON.stringify(join(root, module))}; ${call}(${JSON.stringify(argument) ?? ""});`
        : undefined,
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
      ...(target && { target }),
      rolldownOptions: { input: ENTRY, output: { format: "iife" } },
    },
  });
  const [{ output }] = [result].flat() as [Rolldown.RolldownOutput];
  return output[0].code.trim();
}
