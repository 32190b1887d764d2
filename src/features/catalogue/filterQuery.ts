import { CATEGORIES, type CatalogueFilter, type Category } from "../../domain/sales/catalogue.ts";
import { cleanLine } from "../../domain/text/typedText.ts";

/** Longer than any title. A longer query in a URL is truncated. */
export const QUERY_MAX_LENGTH = 100;

export const NO_FILTER: CatalogueFilter = { query: "", category: null };

/** Reads the filter from the URL. An unknown category counts as none, because people edit and truncate URLs. */
export function readFilter(params: URLSearchParams): CatalogueFilter {
  const category = params.get("category");
  return {
    query: (params.get("q") ?? "").slice(0, QUERY_MAX_LENGTH),
    category: CATEGORIES.find((each) => each === category) ?? null,
  };
}

/** The URL query that restores this filter. Empty parts are left out. */
export function writeFilter({ query, category }: CatalogueFilter): URLSearchParams {
  const params = new URLSearchParams();
  const clean = cleanLine(query);
  if (clean) params.set("q", clean);
  if (category) params.set("category", category);
  return params;
}

/** The chip that selects all categories. */
const ALL = "All";

export const CATEGORY_CHIPS: readonly string[] = [ALL, ...CATEGORIES];

export function chipOf(category: Category | null): string {
  return category ?? ALL;
}

export function categoryOf(chip: string): Category | null {
  return CATEGORIES.find((each) => each === chip) ?? null;
}
