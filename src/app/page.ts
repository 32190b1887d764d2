import type { ComponentType } from "react";
import type { LazyRouteFunction, LoaderFunction, RouteObject } from "react-router-dom";
import type { PageHandle } from "./pageHandle.ts";

/** The code of a page could not be fetched: offline before it was stored, or a deploy has replaced it. */
export class PageLoadFailure extends Error {
  override readonly name = "PageLoadFailure";
}

/** What the module of a page exports; a handle where its title takes more than a word to tell. */
type PageModule = { Component: ComponentType; loader?: LoaderFunction; handle?: PageHandle };

type PageLoad = () => Promise<PageModule>;

/** A row of the page table (pages.ts). */
export type PageRow = {
  /** The path of its route. The values of a parameter are in addresses.ts. */
  path: string;
  /**
   * Who the page is for, which decides what surrounds it. `visitor`: everyone; loads neither the store nor the auth client.
   * `customer`: someone who signs in or pays. `learner`: someone with an account, whose temporary password must be replaced first.
   */
  audience: "visitor" | "customer" | "learner";
  /** What the browser's tab says before the name of the site. Without one, the page's module exports a `handle`. */
  title?: PageHandle["title"];
  /** For search results and shared links, in at most 155 characters. Every prerendered page has one, but for the 404 page. */
  description?: PageHandle["title"];
  /**
   * The build renders the page to a document, and search engines may list it. All others are rendered by the app, which
   * the service worker answers with at once.
   */
  isPrerendered?: true;
  /**
   * The browser fetches the page's scripts together when the page is opened. Without it they are found one after the other:
   * right for what is seldom visited, or visited by learners only, whose worker has the scripts already. To list
   * them costs every visitor of every page some bytes.
   */
  isPreloaded?: true;
  /** Imports the page's module: written as `() => import("…")`, which the build reads. */
  load: PageLoad;
};

let pending = 0;
let hasFailed = false;
// Leaving a page aborts its requests: an import fails before or after the page enters the back/forward cache, or never
// settles. Back restores the page in that state, so it has to be loaded again.
globalThis.addEventListener?.("pageshow", ({ persisted }) => {
  if (persisted && (pending > 0 || hasFailed)) location.reload();
});

/** A route's `lazy` whose failure to arrive can be told apart from a fault in the page itself. */
export function page(load: PageLoad): LazyRouteFunction<RouteObject> {
  return async () => {
    pending += 1;
    try {
      return await load();
    } catch (cause) {
      hasFailed = true;
      throw new PageLoadFailure("the page's code could not be loaded", { cause });
    } finally {
      pending -= 1;
    }
  };
}

/** The `handle` of a page that is found through the site and never through a search engine. */
export function titled(title: PageHandle["title"]): PageHandle {
  return { title, isFindable: false };
}
