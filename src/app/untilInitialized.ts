import type { createBrowserRouter } from "react-router-dom";

/** Resolves when the router has the first page's code and data, or knows that it cannot get them. */
export function untilInitialized(router: ReturnType<typeof createBrowserRouter>): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const unsubscribe = router.subscribe((state) => {
      if (!state.initialized) return;
      unsubscribe();
      resolve();
    });
  });
}
