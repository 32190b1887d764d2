import { createHash } from "node:crypto";
import { build, type Rolldown } from "vite";

/** An inline script of ours, and the hash by which the content policy allows it (CSP 3 §2.3.1, hash-source). */
export type InlineScript = { code: string; hash: string };

/** Bundles a module as an inline script. Throws when the code would close its script element. */
export async function inlineScript(root: string, entry: string): Promise<InlineScript> {
  const result = await build({
    root,
    configFile: false,
    logLevel: "error",
    publicDir: false,
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: entry, output: { format: "iife" } },
    },
  });
  const [{ output }] = [result].flat() as [Rolldown.RolldownOutput];
  const code = output[0].code.trim();
  if (/<\/script|<!--/i.test(code)) throw new Error(`${entry} holds what ends a script element`);
  return { code, hash: `sha256-${createHash("sha256").update(code).digest("base64")}` };
}
