import { type ReactNode, StrictMode } from "react";
import { prerender } from "react-dom/static";
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  matchRoutes,
  type RouteObject,
  StaticRouter,
  StaticRouterProvider,
} from "react-router-dom";
import { paths } from "../domain/paths.ts";
import { buildLessonDocument } from "../instant-lesson/buildLessonDocument.tsx";
import { addressesOf } from "./addresses.ts";
import { crawlerTags, descriptionOf } from "./crawlers/crawlerTags.tsx";
import { ANY_ADDRESS } from "./document/documentPage.ts";
import { type PageRow, pageFacts } from "./page.ts";
import { PAGES } from "./pages.ts";
import { routesOf } from "./routes.tsx";

// The build runs this module in Node; no page loads it.

/** A public page as HTML: the content of `#root`, preceded by the tags that React renders for the head. */
export type RenderedPage = {
  /** Its address, or `*` for the 404 page. */
  address: string;
  html: string;
  /** Tags for the head that only crawlers read. */
  crawlerTags: string;
};

const NOT_FOUND = "/404";
const HTTP_NOT_FOUND = 404;

/**
 * The prerendered pages in the table and the 404 page, as an anonymous visitor sees them. Throws when rendering a page
 * fails or when a page has no description.
 */
export async function renderPages(table: readonly PageRow[] = PAGES): Promise<RenderedPage[]> {
  const routes = routesOf(table);
  const rendered: RenderedPage[] = [];
  for (const row of table.filter(({ isPrerendered }) => isPrerendered)) {
    for (const address of addressesOf(row.path)) {
      const html = await render(routes, address);
      if (html === null) continue;
      const tags = crawlerTags({
        address,
        title: titleOf(routes, address),
        description: descriptionOf(row, address),
        things: row.things ?? [],
      });
      rendered.push({ address, html, crawlerTags: tags });
    }
  }
  const html = (await render(routes, NOT_FOUND)) ?? "";
  return [...rendered, { address: ANY_ADDRESS, html, crawlerTags: "" }];
}

/** Null when the page's loader responds that nothing exists at this address. */
async function render(routes: RouteObject[], address: string): Promise<string | null> {
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(new URL(address, "http://localhost")));
  if (context instanceof Response) throw new Error(`${address} answers with a redirect`);
  for (const error of Object.values(context.errors ?? {})) {
    if (isRouteErrorResponse(error) && error.status === HTTP_NOT_FOUND) return null;
    throw new Error(`${address} cannot be loaded`, { cause: error });
  }
  // `hydrate` would add an inline script, which the content policy forbids.
  return htmlOf(
    address,
    <StaticRouterProvider
      router={createStaticRouter(handler.dataRoutes, context)}
      context={context}
      hydrate={false}
    />,
  );
}

/** The player's document, with and without a lesson in it. `refuse` throws for HTML that must not be in a document. */
export function renderLessonDocument(
  parts: Omit<Parameters<typeof buildLessonDocument>[0], "render">,
  refuse: (html: string) => void,
): ReturnType<typeof buildLessonDocument> {
  const address = paths.course();
  const render = async (node: ReactNode, prefix: string) => {
    const html = await htmlOf(address, <StaticRouter location={address}>{node}</StaticRouter>, prefix);
    refuse(html);
    return html;
  };
  return buildLessonDocument({ ...parts, render });
}

async function htmlOf(address: string, page: ReactNode, identifierPrefix = ""): Promise<string> {
  const faults: unknown[] = [];
  const { prelude } = await prerender(<StrictMode>{page}</StrictMode>, {
    identifierPrefix,
    onError: (error) => void faults.push(error),
  });
  const html = await new Response(prelude).text();
  if (faults.length > 0) throw new AggregateError(faults, `${address} cannot be rendered`);
  return html;
}

function titleOf(routes: RouteObject[], address: string): string {
  const matches = matchRoutes(routes, address) ?? [];
  return pageFacts(
    matches.map(({ route: { handle }, params }) => ({ handle, params })),
    "",
  ).title;
}
