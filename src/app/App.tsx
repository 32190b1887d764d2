import { useLayoutEffect, useState } from "react";
import { type createBrowserRouter, RouterProvider } from "react-router-dom";
import { useAnnounceApp } from "../ui/page/appReady.ts";

type Props = { router: ReturnType<typeof createBrowserRouter> };

/** The app below its root. */
export function App({ router }: Props) {
  useAnnounceApp();
  const [firstState] = useState(router.state);
  // RouterProvider subscribes to it only once it is on the page, so what happens while it is rendered in short tasks
  // would be lost. Revalidating makes the router report its state again.
  useLayoutEffect(() => {
    if (router.state !== firstState) void router.revalidate();
  }, [router, firstState]);
  return <RouterProvider router={router} />;
}
