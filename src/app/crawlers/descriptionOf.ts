import { matchPath } from "react-router-dom";
import type { PageRow } from "../page.ts";

/**
 * The description of a page in search results and shared links. Throws if the page's row in the page table has none.
 */
export function descriptionOf({ path, description }: PageRow, address: string): string {
  const params = matchPath(path, address)?.params ?? {};
  const text =
    typeof description === "function" ? description({ params, query: new URLSearchParams() }) : description;
  if (!text) throw new Error(`${address} has no description in the page table (src/app/pages.ts)`);
  return text;
}
