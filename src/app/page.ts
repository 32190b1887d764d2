import type { ComponentType } from "react";
import type { LazyRouteFunction, LoaderFunction, Params, RouteObject, UIMatch } from "react-router-dom";
import { SITE } from "../domain/site.ts";
import { loadCode } from "../platform/loadCode.ts";

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

/** A page's code could not be fetched: the device went offline before it was stored, or a deployment has replaced it. */
export class PageLoadFailure extends Error {
  override readonly name = "PageLoadFailure";
}

/** The exports of a page's module. It exports `handle` if its title is not a fixed string in the table. */
type PageModule = { Component: ComponentType; loader?: LoaderFunction; handle?: PageHandle };

type PageLoad = () => Promise<PageModule>;

/** What a page's structured data describes. */
export type ThingName = "organization" | "webSite" | "flagshipCourse" | "questions" | "courseList";

/** A row of the page table (pages.ts). */
export type PageRow = {
  /** The path of its route. The values of a parameter are in addresses.ts. */
  path: string;
  /**
   * The audience of the page, which decides its layout. `visitor`: anyone; the layout loads neither the store nor the
   * auth client. `customer`: a user who signs in or pays. `learner`: a user with an account, who must replace a
   * temporary password first. `staff`: the staff console, with a separate layout.
   */
  audience: "visitor" | "customer" | "learner" | "staff";
  /** The document title before the name of the site. If it is missing, the page's module exports a `handle`. */
  title?: PageHandle["title"];
  /** For search results and shared links, at most 155 characters. Required for prerendered pages other than the 404 page. */
  description?: PageHandle["title"];
  /** The structured data in the page's document (crawlers/dataBlock.ts). */
  things?: readonly ThingName[];
  /**
   * True if the build renders the page to a document and search engines may list it. All other pages are rendered by
   * the app, which the service worker serves without a network request.
   */
  isPrerendered?: true;
  /** Imports the page's module: written as `() => import("…")`, which the build reads. */
  load: PageLoad;
};

/** A route's `lazy` that throws PageLoadFailure, so that a failed download can be distinguished from a bug in the page. */
export function page(load: PageLoad): LazyRouteFunction<RouteObject> {
  return async () => {
    try {
      return await loadCode(load);
    } catch (cause) {
      throw new PageLoadFailure("the page's code could not be loaded", { cause });
    }
  };
}

/** The `handle` of a page that search engines may not list. */
export function titled(title: PageHandle["title"]): PageHandle {
  return { title, isFindable: false };
}
