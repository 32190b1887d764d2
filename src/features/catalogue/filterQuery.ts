import type { CatalogueFilter } from "../../domain/catalogue.ts";
import { CATEGORIES, type Category } from "../../domain/catalogueEntry.ts";

/** Longer than any title; what goes beyond it in an address is cut off. */
export const QUERY_MAX_LENGTH = 100;

export const NO_FILTER: CatalogueFilter = { query: "", category: null };

/** The filter that an address asks for. An unknown category is none: addresses are typed and cut by people. */
export function readFilter(params: URLSearchParams): CatalogueFilter {
  const category = params.get("category");
  return {
    query: (params.get("q") ?? "").slice(0, QUERY_MAX_LENGTH),
    category: CATEGORIES.find((each) => each === category) ?? null,
  };
}

/** The query part of the address that shows this filter again. What is not set is left out. */
export function writeFilter({ query, category }: CatalogueFilter): URLSearchParams {
  const params = new URLSearchParams();
  if (query.trim()) params.set("q", query.trim());
  if (category) params.set("category", category);
  return params;
}

/** The chip beside the categories that stands for all of them. */
const ALL = "All";

export const CATEGORY_CHIPS: readonly string[] = [ALL, ...CATEGORIES];

export function chipOf(category: Category | null): string {
  return category ?? ALL;
}

export function categoryOf(chip: string): Category | null {
  return CATEGORIES.find((each) => each === chip) ?? null;
}
