import { useEffect, useState } from "react";
import { termSlug } from "../../domain/terms.ts";

export type Term = { term: string; definition: string };

/** `term` is the one whose link was pressed last. */
export type ShownTerm = { term: Term | null; isOpen: boolean };

/** The term whose link was pressed, and whether it is still open. A press for a new tab goes to the glossary as any link. */
export function useTermLinks(
  page: HTMLElement,
  terms: readonly Term[],
): { shown: ShownTerm; close: () => void } {
  const [shown, setShown] = useState<ShownTerm>({ term: null, isOpen: false });

  // Synchronises with links that React did not make.
  useEffect(() => {
    const bySlug = new Map(terms.map((each) => [termSlug(each.term), each]));
    const show = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLElement>("a[data-term]") : null;
      const term = bySlug.get(link?.dataset.term ?? "");
      if (!term || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      setShown({ term, isOpen: true });
    };
    // Before the page's own listener, which follows links.
    page.addEventListener("click", show, { capture: true });
    return () => page.removeEventListener("click", show, { capture: true });
  }, [page, terms]);

  return { shown, close: () => setShown((last) => ({ ...last, isOpen: false })) };
}
