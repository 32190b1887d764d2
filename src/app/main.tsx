import "./contentPolicy.ts";
import { type ReactNode, StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router-dom";
import { App } from "./App.tsx";
import { PAGE_ATTRIBUTE } from "./document/documentPage.ts";
import { forgetDocumentHead, pageOf } from "./document/documentTakeover.ts";
import { watchEarlyInput } from "./document/earlyInput.ts";
import { routes } from "./routes.tsx";

/**
 * Hydrates a prerendered page once its code has loaded, so that nothing on it moves, and renders every other page from
 * scratch. A document may be shown at an address that it was not generated for. The shell always is; the landing page
 * is when the user is signed in.
 */
async function start(root: HTMLElement): Promise<void> {
  // Begins a new task: on a slow phone, running the modules takes 40 ms, and creating the router takes as long again.
  await new Promise((resolve) => setTimeout(resolve));
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
    // The prerendered page can be read and its links work, so keep it instead of showing an error page.
    if (isOurs && errors)
      return console.error("The page could not be hydrated; the prerendered page stays", errors);
    // The reader may have scrolled already. Revalidate first, because the router would otherwise scroll to the top.
    await router.revalidate();
    if (rendered === pageOf(router.state)) return startTransition(() => hydrate(root, app));
  }
  // An instant lesson stays responsive, because a transition renders in short tasks.
  if (rendered !== null) startTransition(() => createRoot(root).render(app));
  else createRoot(root).render(app);
  await untilInitialized(router);
  forgetDocumentHead();
}

/** An extension may have changed the page. React then reports an error and renders the page again. */
function hydrate(root: HTMLElement, app: ReactNode): void {
  const restoreInput = watchEarlyInput(root);
  hydrateRoot(root, app, {
    onRecoverableError(error) {
      // After the commit in which React reports it.
      queueMicrotask(restoreInput);
      reportError(error);
    },
  });
}

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
void start(root);

/** Resolves when the router has loaded the first page's code and data, or has failed to. */
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
