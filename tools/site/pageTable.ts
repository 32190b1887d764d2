import { join, posix } from "node:path";
import { pathToFileURL } from "node:url";
import { addressesOf } from "../../src/app/addresses.ts";
import type { PageRow } from "../../src/app/page.ts";
import { paths } from "../../src/domain/paths.ts";

const FOLDER = "src/app";
const IMPORTED = /\("([^"]+)"\)/;

/** The part of a row that the build reads. The module is a path relative to the project's root. */
type TablePage = {
  path: string;
  module: string;
  isPrerendered: boolean;
  audience: PageRow["audience"] | undefined;
};

/**
 * The page table (src/app/pages.ts), and the pages for links in emails, which are one row in it (src/app/mailPages.ts).
 */
export type PageTable = { pages: readonly TablePage[]; mailPages: readonly TablePage[] };

/**
 * Reads the page table. Node imports it dynamically: Vite bundles vite.config.ts with its static imports and follows each
 * `import("…")`, so a static import would bundle every page of the site with the configuration.
 */
export async function readPageTable(root: string): Promise<PageTable> {
  const load = (file: string) => import(pathToFileURL(join(root, FOLDER, file)).href);
  const { PAGES }: typeof import("../../src/app/pages.ts") = await load("pages.ts");
  const { MAIL_PAGES }: typeof import("../../src/app/mailPages.ts") = await load("mailPages.ts");
  return { pages: PAGES.map(tablePageOf), mailPages: MAIL_PAGES.map(tablePageOf) };
}

/** Addresses, and patterns of addresses, that only the app can render. */
export function clientRenderedAddresses({ pages }: PageTable): string[] {
  return pages.filter(({ isPrerendered }) => !isPrerendered).flatMap(({ path }) => addressesOf(path));
}

/** The module that shows an address. Throws for an address that is not in the table. */
export function moduleAt({ pages }: PageTable, address: string): string {
  const row = pages.find(({ path }) => path === address || addressesOf(path).includes(address));
  if (!row) throw new Error(`${address} is not in the page table`);
  return row.module;
}

/** The modules of a lesson besides the app's: the layout of learners' pages, and the player. */
export function playerModules(table: PageTable): string[] {
  return [`${FOLDER}/member/MemberLayout.tsx`, moduleAt(table, paths.course())];
}

type Row = {
  path: string;
  load: () => unknown;
  isPrerendered?: true;
  audience?: PageRow["audience"];
};

/** Reads the module's name from the source text of the function, which Node preserves. */
function tablePageOf({ path, load, isPrerendered, audience }: Row): TablePage {
  const specifier = IMPORTED.exec(load.toString())?.[1];
  if (!specifier) throw new Error(`load of ${path} is not written as () => import("…")`);
  return {
    path,
    module: posix.join(FOLDER, specifier),
    isPrerendered: isPrerendered === true,
    audience,
  };
}
