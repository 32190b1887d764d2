import { lazy, Suspense } from "react";
import { Outlet, ScrollRestoration } from "react-router-dom";
import { Spinner } from "../ui/Spinner.tsx";
import { ToastRegion } from "../ui/ToastRegion.tsx";
import { NavigationProgress } from "./NavigationProgress.tsx";
import { OfflineNotice } from "./OfflineNotice.tsx";
import { PageAnnouncer } from "./PageAnnouncer.tsx";
import { useAfterFirstPaint } from "./useAfterFirstPaint.ts";

const UpdatePrompt = lazy(() => import("./UpdatePrompt.tsx"));

/** What surrounds every page, whoever is here. */
export function Root() {
  const isPainted = useAfterFirstPaint();
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <PageAnnouncer />
      <NavigationProgress />
      <OfflineNotice />
      <Outlet />
      <ToastRegion />
      {isPainted && (
        <Suspense>
          <UpdatePrompt />
        </Suspense>
      )}
      <ScrollRestoration />
    </>
  );
}

/** While the first page's code arrives. */
export function FirstLoad() {
  return (
    <div className="grid min-h-dvh place-items-center">
      <Spinner label="Loading…" />
    </div>
  );
}
