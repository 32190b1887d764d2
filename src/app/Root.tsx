import { type Location, Outlet, ScrollRestoration, useNavigation } from "react-router-dom";
import { lazyPart } from "../ui/lazyPart.tsx";
import { Spinner } from "../ui/Spinner.tsx";
import { ToastRegion } from "../ui/ToastRegion.tsx";
import { useAfterFirstPaint } from "./document/useAfterFirstPaint.ts";
import { OfflineNotice } from "./frame/OfflineNotice.tsx";
import { PageAnnouncer } from "./PageAnnouncer.tsx";
import { PageHead } from "./PageHead.tsx";

/** The page works without the prompt if its code cannot be fetched; the next page load tries again. */
const UpdatePrompt = lazyPart(() => import("./frame/UpdatePrompt.tsx"), { Missing: () => null });

/** What surrounds every page, signed in or not. */
export function Root() {
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
      {/* The development server has no service worker. */}
      {isPainted && !import.meta.env.DEV && <UpdatePrompt />}
      <ScrollRestoration getKey={placeKey} />
    </>
  );
}

/** Pages opened by address all have the key "default", so their scroll position is stored under the address instead. */
function placeKey({ key, pathname, search }: Location): string {
  return key === "default" ? pathname + search : key;
}

/** Shown while the first page's code loads. */
export function FirstLoad() {
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
