import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const schema = z.object({
  pages: z.record(z.string(), z.object({ file: z.string() })),
  app: z.array(z.string()),
  inlineScripts: z.array(z.string()),
});

/** Contains no page content: the app renders it. */
export const SHELL = "app.html";

/** Returns the file for a URL path, or undefined if there is no page. */
export type FindPage = (address: string) => string | undefined;

export type BuiltSite = {
  fileOf: FindPage;
  /** Hashes of the inline scripts in documents, for the Content-Security-Policy. */
  inlineScripts: string[];
};

/**
 * Maps every URL path of the built site to its file: the page's own document, or the shell for pages that the app renders. A
 * path segment that starts with ":" matches any segment. Written by the build (tools/site/prerender.ts). Null if there is
 * no build; throws if it is damaged.
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

/** The player has a separate shell (tools/site/prerender.ts). */
function shellOf(dist: string, address: string): string {
  const own = `${address.slice(1)}.html`;
  return existsSync(join(dist, own)) ? own : SHELL;
}
