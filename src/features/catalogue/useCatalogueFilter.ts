import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { CatalogueFilter } from "../../domain/catalogue.ts";
import { useHydrated } from "../../platform/useHydrated.ts";
import { NO_FILTER, readFilter, writeFilter } from "./filterQuery.ts";

/** Browsers refuse to rewrite the address at every key (Safari: 100 times in 10 s). */
const ADDRESS_DELAY_MS = 300;

type Filtering = {
  filter: CatalogueFilter;
  change: (next: CatalogueFilter) => void;
  /** Writes what the address does not show yet. */
  settle: () => void;
  /** Takes over what the page as built could not hear; the address fills in the rest. */
  adopt: (early: CatalogueFilter) => void;
};

/**
 * The filter follows the visitor at every key and the address a moment later, in place of the address before.
 * An address that somebody else sets (a link, the back button) wins. The page as built filters nothing, so that
 * the first render in the browser repeats it.
 */
export function useCatalogueFilter(): Filtering {
  const isHydrated = useHydrated();
  const [params, setParams] = useSearchParams();
  const [changed, setChanged] = useState<CatalogueFilter | null>(null);
  const address = params.toString();
  const written = useRef(address);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const asked = readFilter(params);

  // Synchronises with an address that did not come from here.
  useEffect(() => {
    if (address === written.current) return;
    clearTimeout(timer.current);
    written.current = address;
    setChanged(null);
  }, [address]);

  // Whoever has left the page keeps the address they went to.
  useEffect(() => () => clearTimeout(timer.current), []);

  const write = (filter: CatalogueFilter) => {
    clearTimeout(timer.current);
    const next = writeFilter(filter);
    if (next.toString() === written.current) return;
    written.current = next.toString();
    setParams(next, { replace: true, preventScrollReset: true });
  };
  const change = (next: CatalogueFilter) => {
    setChanged(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => write(next), ADDRESS_DELAY_MS);
  };

  return {
    filter: isHydrated ? (changed ?? asked) : NO_FILTER,
    change,
    settle() {
      if (changed) write(changed);
    },
    adopt(early) {
      change({ query: early.query || asked.query, category: early.category ?? asked.category });
    },
  };
}
