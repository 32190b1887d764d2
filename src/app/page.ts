import type { ComponentType } from "react";
import type { LazyRouteFunction, LoaderFunction, RouteObject } from "react-router-dom";
import type { PageHandle } from "./pageHandle.ts";

/** The code of a page could not be fetched: offline before it was stored, or a deploy has replaced it. */
export class PageLoadFailure extends Error {
  override readonly name = "PageLoadFailure";
}

/** What the module of a page exports. */
type PageModule = { Component: ComponentType; loader?: LoaderFunction };

/** A route's `lazy` whose failure to arrive can be told apart from a fault in the page itself. */
export function page(load: () => Promise<PageModule>): LazyRouteFunction<RouteObject> {
  return async () => {
    try {
      return await load();
    } catch (cause) {
      throw new PageLoadFailure("the page's code could not be loaded", { cause });
    }
  };
}

/** A route's `handle`. */
export function titled(title: PageHandle["title"]): PageHandle {
  return { title };
}
