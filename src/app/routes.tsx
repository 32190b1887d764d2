import { type LoaderFunction, type RouteObject, replace } from "react-router-dom";
import { asksForSite } from "../domain/entryPaths.ts";
import { paths } from "../domain/paths.ts";
import { ANY_ADDRESS } from "./document/documentPage.ts";
import { ErrorPage } from "./ErrorPage.tsx";
import { PublicLayout } from "./PublicLayout.tsx";
import { type PageRow, page } from "./page.ts";
import { PAGES } from "./pages.ts";
import { FirstLoad, Root } from "./Root.tsx";
import { storedEmail } from "./storedSession.ts";

/** Redirects signed-in learners before the landing page's code is fetched. */
const redirectLearner: LoaderFunction = ({ request }) =>
  storedEmail() && !asksForSite(new URL(request.url).search) ? replace(paths.dashboard()) : null;

/** The routes of these pages, each inside the layout for its audience. */
export function routesOf(pages: readonly PageRow[]): RouteObject[] {
  const pagesFor = (audience: PageRow["audience"]) =>
    pages.filter((each) => each.audience === audience).map(routeOf);
  const learnerPages = { lazy: page(() => import("./PasswordGate.tsx")), children: pagesFor("learner") };
  return [
    {
      Component: Root,
      HydrateFallback: FirstLoad,
      ErrorBoundary: ErrorPage,
      children: [
        {
          Component: PublicLayout,
          children: [{ ErrorBoundary: ErrorPage, children: pagesFor("visitor") }],
        },
        {
          lazy: page(() => import("./MemberLayout.tsx")),
          children: [{ ErrorBoundary: ErrorPage, children: [...pagesFor("customer"), learnerPages] }],
        },
      ],
    },
  ];
}

function routeOf({ path, title, isPrerendered, load }: PageRow): RouteObject {
  return {
    path,
    handle: title && { title, isFindable: isPrerendered === true && path !== ANY_ADDRESS },
    loader: path === paths.landing() ? redirectLearner : undefined,
    lazy: page(load),
  };
}

export const routes: RouteObject[] = routesOf(PAGES);
