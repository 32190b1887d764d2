import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "vite";
import type { ProviderFacts } from "../../src/domain/provider/facts.ts";
import { compileLegal } from "../content/legal.ts";

const FOLDER = join(import.meta.dirname, "..", "..", "content", "legal");
const ID = /^virtual:legal\/([a-z-]+)(\/body)?$/;

/**
 * Compiles `content/legal/<name>.md` with the provider's facts. `virtual:legal/<name>` is its short introduction,
 * `virtual:legal/<name>/body` the long rest, which a prerendered page does not need to load as code.
 */
export function legalTexts(facts: ProviderFacts): Plugin {
  return {
    name: "academy:legal-texts",
    resolveId: (id) => (ID.test(id) ? `\0${id}` : undefined),
    async load(id) {
      const [, name, isBody] = ID.exec(id.slice(1)) ?? [];
      if (!id.startsWith("\0") || !name) return undefined;
      const file = join(FOLDER, `${name}.md`);
      this.addWatchFile(file);
      const { body, ...opening } = compileLegal(await readFile(file, "utf8"), facts);
      const code = isBody
        ? `export const html = ${JSON.stringify(body)};`
        : `export const opening = ${JSON.stringify(opening)};`;
      return { code, moduleType: "js" };
    },
  };
}
