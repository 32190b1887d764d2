import { matchPath } from "react-router-dom";
import type { PageRow } from "../page.ts";

/** What search results and shared links say about the page at an address of this row. Throws when the row says nothing. */
export function descriptionOf({ path, description }: PageRow, address: string): string {
  const params = matchPath(path, address)?.params ?? {};
  const text =
    typeof description === "function" ? description({ params, query: new URLSearchParams() }) : description;
  if (!text) throw new Error(`${address} has no description in the page table (src/app/pages.ts)`);
  return text;
}
