import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "vite";
import { compileLegal } from "../content/legal.ts";

type Seller = { legalName: string; supportEmail: string; address: string | null };

const PREFIX = "virtual:legal/";
const FOLDER = join(import.meta.dirname, "..", "..", "content", "legal");
const NAME = /^[a-z-]+$/;

/** `import { html } from "virtual:legal/<name>"` compiles `content/legal/<name>.md` with the provider's identity. */
export function legalTexts({ legalName, supportEmail, address }: Seller): Plugin {
  return {
    name: "academy:legal-texts",
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const name = id.slice(PREFIX.length + 1);
      if (!NAME.test(name)) throw new Error(`no legal text is called ${name}`);
      const file = join(FOLDER, `${name}.md`);
      this.addWatchFile(file);
      const html = compileLegal(await readFile(file, "utf8"), { legalName, supportEmail, address });
      return { code: `export const html = ${JSON.stringify(html)};`, moduleType: "js" };
    },
  };
}
