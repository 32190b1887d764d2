import { type ReactNode, StrictMode } from "react";
import { prerender } from "react-dom/static";
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  matchRoutes,
  StaticRouter,
  StaticRouterProvider,
} from "react-router-dom";
import { paths } from "../domain/paths.ts";
import { addressesOf } from "./addresses.ts";
import { crawlerTags } from "./crawlers/crawlerTags.tsx";
import { ANY_ADDRESS } from "./documentPage.ts";
import { FirstSight } from "./firstSight/FirstSight.tsx";
import type { LazyPage } from "./page.ts";
import { pageFacts } from "./pageHandle.ts";
import { memberPages, openPages, publicPages, routes } from "./routes.tsx";

// The build runs this module in Node; no page loads it.

/** A public page as HTML: what goes into `#root`, preceded by the tags that React wants in the head. */
export type RenderedPage = {
  /** Its address, or `*` for the page of every address that does not exist. */
  address: string;
  html: string;
  /** Tags for the head that only crawlers read. */
  crawlerTags: string;
  /** The source module of the page, from the project's root. */
  module: string;
};

const NOT_FOUND = "/404";
const HTTP_NOT_FOUND = 404;

/** Addresses and patterns of addresses that only the app itself can show. */
export const appAddresses: string[] = addressesOf([...memberPages, ...openPages]);

/** Every public page as a visitor sees it whom nobody knows, and the 404 page. Throws what a page throws. */
export async function renderPages(): Promise<RenderedPage[]> {
  const pages: RenderedPage[] = [];
  for (const address of addressesOf(publicPages)) {
    const html = await render(address);
    if (html === null) continue;
    const tags = crawlerTags({ address, title: titleOf(address) });
    pages.push({ address, html, crawlerTags: tags, module: moduleOf(address) });
  }
  const html = (await render(NOT_FOUND)) ?? "";
  return [...pages, { address: ANY_ADDRESS, html, crawlerTags: "", module: moduleOf(NOT_FOUND) }];
}

/** Null when the page's loader says that there is nothing at this address. */
async function render(address: string): Promise<string | null> {
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

/** The first sight of a lesson, to be filled in by the worker (firstSight/lessonDocument.ts). */
export function renderFirstSight(): Promise<string> {
  const address = paths.course();
  return htmlOf(
    address,
    <StaticRouter location={address}>
      <FirstSight />
    </StaticRouter>,
  );
}

async function htmlOf(address: string, page: ReactNode): Promise<string> {
  const faults: unknown[] = [];
  const { prelude } = await prerender(<StrictMode>{page}</StrictMode>, {
    onError: (error) => void faults.push(error),
  });
  const html = await new Response(prelude).text();
  if (faults.length > 0) throw new AggregateError(faults, `${address} cannot be rendered`);
  return html;
}

function titleOf(address: string): string {
  const matches = matchRoutes(routes, address) ?? [];
  return pageFacts(
    matches.map(({ route: { handle }, params }) => ({ handle, params })),
    "",
  ).title;
}

function moduleOf(address: string): string {
  // `page` makes every `lazy`, and carries the name of its module when the build has put it in.
  const lazy = matchRoutes(routes, address)?.at(-1)?.route.lazy as LazyPage | undefined;
  if (!lazy?.module) throw new Error(`the page at ${address} has no module of its own`);
  return lazy.module;
}
