import type { Params, UIMatch } from "react-router-dom";
import { SITE } from "../domain/site.ts";

export type PageAddress = { params: Params; query: URLSearchParams };

/** A route's information about its page, created from a row of the page table. The innermost route's handle is used. */
export type PageHandle = {
  title: string | ((address: PageAddress) => string);
  /** Whether search engines may list the page. */
  isFindable: boolean;
};

/** The information about a page that goes into its head. */
type PageFacts = { title: string; isFindable: boolean };

export function pageFacts(matches: readonly Pick<UIMatch, "handle" | "params">[], search: string): PageFacts {
  const match = matches.findLast(({ handle }) => handle);
  if (!match) return { title: SITE.name, isFindable: false };
  // Every handle is created by routes.tsx or by `titled`, and both create a PageHandle.
  const { title, isFindable } = match.handle as PageHandle;
  const own =
    typeof title === "string" ? title : title({ params: match.params, query: new URLSearchParams(search) });
  return { title: documentTitle(own), isFindable };
}

/** A page's own title, then the brand. */
export function documentTitle(own: string): string {
  return `${own} · ${SITE.name}`;
}
