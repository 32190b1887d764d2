import "./contentPolicy.ts";
import { type ComponentProps, StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { createBrowserRouter, RouterProvider } from "react-router-dom";
import { useAnnounceApp } from "../ui/appReady.ts";
import { PAGE_ATTRIBUTE } from "./document/documentPage.ts";
import { forgetDocumentHead, pageOf } from "./document/documentTakeover.ts";
import { routes } from "./routes.tsx";

/**
 * Takes over a page that was rendered ahead once its code is here, so that nothing on it moves; draws every other
 * page itself. A document may be shown at an address that it was not made for: the shell always, the landing page
 * to someone who is signed in.
 */
async function start(root: HTMLElement): Promise<void> {
  const rendered = root.getAttribute(PAGE_ATTRIBUTE);
  const router = createBrowserRouter(routes, rendered === null ? {} : { hydrationData: { loaderData: {} } });
  const app = (
    <StrictMode>
      <App router={router} />
    </StrictMode>
  );
  if (rendered !== null) {
    const isOurs = rendered === pageOf(router.state);
    await untilInitialized(router);
    const { errors } = router.state;
    // What is there can be read and its links lead on: better than a page that says it could not be loaded.
    if (isOurs && errors) return console.error("This page works without its scripts only", errors);
    // It may have been scrolled already. The router would take it to the top, but not after a revalidation.
    await router.revalidate();
    if (rendered === pageOf(router.state)) return startTransition(() => void hydrateRoot(root, app));
  }
  createRoot(root).render(app);
  await untilInitialized(router);
  forgetDocumentHead();
}

function App(props: ComponentProps<typeof RouterProvider>) {
  useAnnounceApp();
  return <RouterProvider {...props} />;
}

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
void start(root);

/** Resolves when the router has the first page's code and data, or knows that it cannot get them. */
function untilInitialized(router: ReturnType<typeof createBrowserRouter>): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const unsubscribe = router.subscribe((state) => {
      if (!state.initialized) return;
      unsubscribe();
      resolve();
    });
  });
}
