import type { UIMatch } from "react-router-dom";
import { SITE } from "../domain/site.ts";

/** What a route says about its page. The title of the innermost route counts. */
export type PageHandle = { title: string | ((query: URLSearchParams) => string) };

/** The document title of a page: its own, then the brand. */
export function pageTitle(matches: readonly UIMatch[], search: string): string {
  // Every handle in routes.tsx is built by `titled`, which accepts a PageHandle only.
  const handle = matches.findLast((match) => match.handle)?.handle as PageHandle | undefined;
  if (!handle) return SITE.name;
  const own = typeof handle.title === "string" ? handle.title : handle.title(new URLSearchParams(search));
  return `${own} · ${SITE.name}`;
}
