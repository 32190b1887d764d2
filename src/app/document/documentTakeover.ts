import type { RouterState } from "react-router-dom";
import { ANY_ADDRESS, CRAWLER_ATTRIBUTE, HEAD_ATTRIBUTE } from "./documentPage.ts";

// Where React takes over a document that was rendered ahead, or does not: after the first paint.

/** The page that the router shows, named as above. Null when it shows an error instead. */
export function pageOf({ matches, location, errors }: RouterState): string | null {
  if (errors) return null;
  return matches.at(-1)?.route.path === ANY_ADDRESS ? ANY_ADDRESS : location.pathname;
}

/** Removes what the document's head says of a page that React did not take over. */
export function forgetDocumentHead(): void {
  for (const tag of document.head.querySelectorAll(`[${HEAD_ATTRIBUTE}]`)) tag.remove();
  forgetCrawlerTags();
}

/** Removes what the document's head tells crawlers about the page that it was made for. */
export function forgetCrawlerTags(): void {
  for (const tag of document.head.querySelectorAll(`[${CRAWLER_ATTRIBUTE}]`)) tag.remove();
}
