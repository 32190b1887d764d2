import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const schema = z.object({
  pages: z.record(z.string(), z.object({ file: z.string() })),
  app: z.array(z.string()),
  inlineScripts: z.array(z.string()),
});

/** Holds no page: the app draws it. */
export const SHELL = "app.html";

/** The file that answers an address, or undefined where there is no page. */
export type FindPage = (address: string) => string | undefined;

export type BuiltSite = {
  fileOf: FindPage;
  /** For the content policy: hashes of the scripts that stand in documents. */
  inlineScripts: string[];
};

/**
 * Every address of the built site with the file that answers it: the page's own document, or the shell where the app
 * draws the page. A part of an address that begins with ":" stands for any. Written by the build
 * (tools/site/prerender.ts). Null when there is no build; throws on a damaged one.
 */
export function readBuiltSite(dist: string): BuiltSite | null {
  const file = join(dist, ".vite", "addresses.json");
  if (!existsSync(file)) return null;
  const { pages, app, inlineScripts } = schema.parse(JSON.parse(readFileSync(file, "utf8")));
  const files = new Map([
    ...Object.entries(pages).map(([address, page]): [string, string] => [address, page.file]),
    ...app.map((address): [string, string] => [address, shellOf(dist, address)]),
  ]);
  const patterns = app
    .filter((address) => address.includes("/:"))
    .map((address) => new RegExp(`^${address.replace(/:\w+/g, "[^/]+")}$`));
  const fileOf: FindPage = (address) =>
    files.get(address) ?? (patterns.some((each) => each.test(address)) ? SHELL : undefined);
  return { fileOf, inlineScripts };
}

/** The player has a shell of its own (tools/site/prerender.ts). */
function shellOf(dist: string, address: string): string {
  const own = `${address.slice(1)}.html`;
  return existsSync(join(dist, own)) ? own : SHELL;
}
