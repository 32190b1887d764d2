import { useEffect } from "react";
import { SITE } from "../domain/site.ts";

/** Names the document after what went wrong; the route itself is still called what it would have shown. */
export function useErrorTitle(title: string): void {
  // Synchronises with the document, after PageAnnouncer, which stands before the page in the tree.
  useEffect(() => {
    document.title = `${title} · ${SITE.name}`;
  }, [title]);
}
