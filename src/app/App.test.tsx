// @vitest-environment jsdom
import { type ReactNode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { createMemoryRouter } from "react-router-dom";
import { expect, test, vi } from "vitest";
import { App } from "./App.tsx";

/** Longer than the time after which React lets the browser go on. */
const SLOW_MS = 20;

function ThePage() {
  return <p>The page</p>;
}

function Waiting({ onRender }: { onRender?: () => void }) {
  onRender?.();
  const end = performance.now() + SLOW_MS;
  while (performance.now() < end);
  return onRender ? <Waiting /> : <p>Loading</p>;
}

test("a page that arrives while the app is rendered for the first time is shown", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  const page = Promise.withResolvers<{ element: ReactNode }>();
  const arrive = vi.fn(() => page.resolve({ element: <ThePage /> }));
  const hydrateFallbackElement = <Waiting onRender={arrive} />;
  const router = createMemoryRouter([{ path: "/", lazy: () => page.promise, hydrateFallbackElement }]);
  // Like main.tsx. A router without any subscriber reports later what was missed.
  router.subscribe(() => undefined);
  const root = createRoot(document.body);
  // A transition is rendered in short tasks: the page arrives between two of them.
  startTransition(() => root.render(<App router={router} />));
  await vi.waitFor(() => expect(document.body.textContent).toBe("The page"));
  expect(arrive).toHaveBeenCalled();
  root.unmount();
  vi.unstubAllGlobals();
});
