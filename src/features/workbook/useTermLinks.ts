import { useEffect, useState } from "react";
import { termSlug } from "../../domain/terms.ts";

export type Term = { term: string; definition: string };

/** `term` is the one whose link was pressed last. */
export type ShownTerm = { term: Term | null; isOpen: boolean };

/**
 * The term whose link was pressed, and whether its dialog is open. A click for a new tab opens the glossary as usual.
 */
export function useTermLinks(
  page: HTMLElement,
  terms: readonly Term[],
): { shown: ShownTerm; close: () => void } {
  const [shown, setShown] = useState<ShownTerm>({ term: null, isOpen: false });

  // Synchronises with links that React did not render.
  useEffect(() => {
    const bySlug = new Map(terms.map((each) => [termSlug(each.term), each]));
    const show = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLElement>("a[data-term]") : null;
      const term = bySlug.get(link?.dataset.term ?? "");
      if (!term || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      setShown({ term, isOpen: true });
    };
    // Runs before the page's own listener, which follows links.
    page.addEventListener("click", show, { capture: true });
    return () => page.removeEventListener("click", show, { capture: true });
  }, [page, terms]);

  return { shown, close: () => setShown((last) => ({ ...last, isOpen: false })) };
}
