import type { RouterState } from "react-router-dom";
import { ANY_ADDRESS, CRAWLER_ATTRIBUTE, HEAD_ATTRIBUTE } from "./documentPage.ts";

// Used after the first paint, when React takes over a prerendered document or replaces it.

/** The page that the router shows, as PAGE_ATTRIBUTE names it. Null when it shows an error instead. */
export function pageOf({ matches, location, errors }: RouterState): string | null {
  if (errors) return null;
  return matches.at(-1)?.route.path === ANY_ADDRESS ? ANY_ADDRESS : location.pathname;
}

/** Removes the head tags of a page that React did not take over. */
export function forgetDocumentHead(): void {
  for (const tag of document.head.querySelectorAll(`[${HEAD_ATTRIBUTE}]`)) tag.remove();
  forgetCrawlerTags();
}

/** Removes the head tags for crawlers, which describe only the document's own page. */
export function forgetCrawlerTags(): void {
  for (const tag of document.head.querySelectorAll(`[${CRAWLER_ATTRIBUTE}]`)) tag.remove();
}
