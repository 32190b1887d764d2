import type { CatalogueFilter } from "../../domain/catalogue.ts";
import { useHydrated } from "../../platform/useHydrated.ts";
import { useAddressState } from "../../ui/useAddressState.ts";
import { NO_FILTER, readFilter, writeFilter } from "./filterQuery.ts";

type Filtering = {
  filter: CatalogueFilter;
  change: (next: CatalogueFilter) => void;
  /** Writes pending changes to the URL. */
  settle: () => void;
  /** Takes over what the visitor entered before hydration. The URL supplies the rest. */
  adopt: (early: CatalogueFilter) => void;
};

/** The filter, kept in the URL. The prerendered page is unfiltered, so the first render in the browser must be too. */
export function useCatalogueFilter(): Filtering {
  const isHydrated = useHydrated();
  const { asked, changed, change, settle } = useAddressState({ read: readFilter, write: writeFilter });
  return {
    filter: isHydrated ? (changed ?? asked) : NO_FILTER,
    change,
    settle,
    adopt(early) {
      change({ query: early.query || asked.query, category: early.category ?? asked.category });
    },
  };
}
