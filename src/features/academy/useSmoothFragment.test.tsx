// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { createMemoryRouter, Link, Outlet, RouterProvider, ScrollRestoration } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useSmoothFragment } from "./useSmoothFragment.ts";

/** How the browser would move, at each time that the router asks it to show the modules. */
let journeys: string[] = [];

// jsdom has no layout: these stand for the browser's own scrolling and the visitor's setting for motion.
function browseWith({ reducedMotion }: { reducedMotion: boolean }) {
  vi.stubGlobal("matchMedia", () => ({ matches: reducedMotion }));
  vi.stubGlobal("scrollTo", () => undefined);
  Element.prototype.scrollIntoView = () => {
    journeys.push(document.documentElement.style.scrollBehavior || "at once");
  };
}

function Page() {
  useSmoothFragment();
  return (
    <>
      <Link to="#modules">Modules</Link>
      <section id="modules" tabIndex={-1} />
    </>
  );
}

function openAt(address: string) {
  const layout = (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  );
  const children = [{ path: "/academy", element: <Page /> }];
  render(
    <RouterProvider
      router={createMemoryRouter([{ element: layout, children }], { initialEntries: [address] })}
    />,
  );
}

beforeEach(() => {
  journeys = [];
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

test("whoever opens the address of the modules is taken there smoothly (S-006)", () => {
  browseWith({ reducedMotion: false });
  openAt("/academy#modules");
  expect(journeys).toEqual(["smooth"]);
  expect(document.documentElement.style.scrollBehavior).toBe("");
});

test("whoever follows the link, and follows it again, is taken there and goes on from there (S-006)", async () => {
  browseWith({ reducedMotion: false });
  openAt("/academy");
  for (const _ of [1, 2]) {
    screen.getByRole("link").click();
    await vi.waitFor(() => expect(document.activeElement?.id).toBe("modules"));
    screen.getByRole("link").focus();
  }
  expect(journeys).toEqual(["smooth", "smooth"]);
});

test("whoever asked for less motion is there at once (S-006)", () => {
  browseWith({ reducedMotion: true });
  openAt("/academy#modules");
  expect(journeys).toEqual(["at once"]);
});
