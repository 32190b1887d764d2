import { useState } from "react";
import {
  type LoaderFunction,
  type Location,
  Outlet,
  type RouteObject,
  replace,
  ScrollRestoration,
  useLocation,
  useNavigation,
} from "react-router-dom";
import { asksForSite } from "../domain/entryPaths.ts";
import { paths } from "../domain/paths.ts";
import { dismissInstallHelp } from "../platform/device/installHelp.ts";
import { Button } from "../ui/Button.tsx";
import { ToastRegion } from "../ui/overlay/ToastRegion.tsx";
import { useAfterFirstPaint } from "../ui/page/appReady.ts";
import { lazyPart, MissingDialog } from "../ui/page/lazyPart.tsx";
import { Spinner } from "../ui/Spinner.tsx";
import { ANY_ADDRESS } from "./document/documentPage.ts";
import { ErrorPage } from "./ErrorPage.tsx";
import { AcademyFrame } from "./frame/AcademyFrame.tsx";
import { OfflineNotice } from "./frame/OfflineNotice.tsx";
import { PageAnnouncer } from "./frame/PageAnnouncer.tsx";
import { PageHead } from "./frame/PageHead.tsx";
import { useStoredEmail } from "./frame/useStoredEmail.ts";
import { type PageRow, page } from "./page.ts";
import { PAGES } from "./pages.ts";
import { storedEmail } from "./storedSession.ts";

/** Redirects signed-in learners before the landing page's code is fetched. */
const redirectLearner: LoaderFunction = ({ request }) =>
  storedEmail() && !asksForSite(new URL(request.url).search) ? replace(paths.dashboard()) : null;

/** The routes of these pages, each inside the layout for its audience. */
export function routesOf(pages: readonly PageRow[]): RouteObject[] {
  const pagesFor = (audience: PageRow["audience"]) =>
    pages.filter((each) => each.audience === audience).map(routeOf);
  const learnerPages = {
    lazy: page(async () => ({ Component: (await import("./member/MemberLayout.tsx")).PasswordGate })),
    children: pagesFor("learner"),
  };
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
          lazy: page(() => import("./member/MemberLayout.tsx")),
          children: [{ ErrorBoundary: ErrorPage, children: [...pagesFor("customer"), learnerPages] }],
        },
        ...pagesFor("staff"),
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

const SignOutHere = lazyPart(
  async () => ({ default: (await import("./frame/SignOutDialog.tsx")).SignOutHere }),
  { Missing: MissingDialog },
);

/** The frame of public pages. The code for signing out is loaded on demand. */
function PublicLayout() {
  const email = useStoredEmail();
  const [isLeaving, setIsLeaving] = useState(false);
  return (
    <AcademyFrame account={{ email, onSignOut: () => setIsLeaving(true) }}>
      <InstallHelp />
      <Outlet />
      {isLeaving && <SignOutHere onClose={() => setIsLeaving(false)} />}
    </AcademyFrame>
  );
}

/** The page works without it if its code cannot be fetched; the next page load tries again. */
const AfterFirstPaint = lazyPart(() => import("./frame/AfterFirstPaint.tsx"), { Missing: () => null });

/** The elements around every page, whether or not the user is signed in. */
function Root() {
  const isPainted = useAfterFirstPaint();
  return (
    <>
      <PageHead />
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <PageAnnouncer />
      <NavigationProgress />
      <OfflineNotice />
      <Outlet />
      <ToastRegion />
      {isPainted && <AfterFirstPaint />}
      <ScrollRestoration getKey={placeKey} />
    </>
  );
}

/** Pages opened by address all have the key "default", so their scroll position is stored under the address instead. */
function placeKey({ key, pathname, search }: Location): string {
  return key === "default" ? pathname + search : key;
}

/** Shown while the first page's code loads. */
function FirstLoad() {
  return (
    <div className="grid min-h-dvh place-items-center">
      <Spinner label="Loading…" />
    </div>
  );
}

/** A thin line across the top while the next page is being fetched; the style sheet delays it by 300 ms. */
function NavigationProgress() {
  const { state } = useNavigation();
  if (state === "idle") return null;
  return <div role="progressbar" aria-label="Loading the page" className="navigation-progress" />;
}

/** Nothing distracts on the way to a purchase. */
const PURCHASE = /\/pricing\//;

/**
 * Tells visitors how to install the app on an iPhone or iPad. It is in every document, and only the style sheet decides
 * whether it is shown, so it appears together with the page and moves nothing.
 */
function InstallHelp() {
  if (PURCHASE.test(useLocation().pathname)) return null;
  return (
    <section aria-label="Install the app" className="install-help page">
      <p>
        To install this as an app, tap Share (a square with an arrow pointing up), then “Add to Home Screen”.
      </p>
      <Button variant="quiet" onClick={dismissInstallHelp}>
        Not now
      </Button>
    </section>
  );
}
