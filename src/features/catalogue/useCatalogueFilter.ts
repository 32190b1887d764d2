import type { CatalogueFilter } from "../../domain/catalogue.ts";
import { useHydrated } from "../../platform/useHydrated.ts";
import { useAddressState } from "../../ui/useAddressState.ts";
import { NO_FILTER, readFilter, writeFilter } from "./filterQuery.ts";

type Filtering = {
  filter: CatalogueFilter;
  change: (next: CatalogueFilter) => void;
  /** Writes what the address does not show yet. */
  settle: () => void;
  /** Takes over what the page as built could not hear; the address fills in the rest. */
  adopt: (early: CatalogueFilter) => void;
};

/**
 * The filter as the visitor sets it and the address keeps it. The page as built filters nothing, so that the first
 * render in the browser repeats it.
 */
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
