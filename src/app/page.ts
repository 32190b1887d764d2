import type { ComponentType } from "react";
import type { LazyRouteFunction, LoaderFunction, RouteObject } from "react-router-dom";
import type { PageHandle } from "./pageHandle.ts";

/** The code of a page could not be fetched: offline before it was stored, or a deploy has replaced it. */
export class PageLoadFailure extends Error {
  override readonly name = "PageLoadFailure";
}

/** What the module of a page exports; a handle where its title takes more than a word to tell. */
type PageModule = { Component: ComponentType; loader?: LoaderFunction; handle?: PageHandle };

/** Where pages are rendered ahead, the build adds which module it is that loads (tools/site/namedImports.ts). */
type PageLoad = (() => Promise<PageModule>) & { module?: string };
export type LazyPage = LazyRouteFunction<RouteObject> & { module?: string | undefined };

let pending = 0;
// What was being fetched when the page was left may never come, nor fail. Back shows the page as it was: it begins anew.
globalThis.addEventListener?.("pageshow", ({ persisted }) => {
  if (persisted && pending > 0) location.reload();
});

/** A route's `lazy` whose failure to arrive can be told apart from a fault in the page itself. */
export function page(load: PageLoad): LazyPage {
  const lazy = async () => {
    pending += 1;
    try {
      return await load();
    } catch (cause) {
      throw new PageLoadFailure("the page's code could not be loaded", { cause });
    } finally {
      pending -= 1;
    }
  };
  return Object.assign(lazy, { module: load.module });
}

/** The `handle` of a route whose page is found through the site and never through a search engine. */
export function titled(title: PageHandle["title"]): PageHandle {
  return { title, isFindable: false };
}

/** The `handle` of a route whose page search engines may list. It has a description in crawlers/descriptions.ts. */
export function findable(title: PageHandle["title"]): PageHandle {
  return { title, isFindable: true };
}
