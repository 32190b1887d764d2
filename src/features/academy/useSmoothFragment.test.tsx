// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { createMemoryRouter, Link, Outlet, RouterProvider, ScrollRestoration } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useSmoothFragment } from "./useSmoothFragment.ts";

/** Records how the browser would scroll each time the router scrolls to the modules. */
let journeys: string[] = [];

// jsdom has no layout: these stubs replace scrolling and the visitor's motion preference.
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
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

test("opening the modules' URL scrolls to the modules smoothly (S-006)", () => {
  browseWith({ reducedMotion: false });
  openAt("/academy#modules");
  expect(journeys).toEqual(["smooth"]);
  expect(document.documentElement.style.scrollBehavior).toBe("");
});

test("following the modules link scrolls to them each time and moves focus there (S-006)", async () => {
  browseWith({ reducedMotion: false });
  openAt("/academy");
  for (const _ of [1, 2]) {
    screen.getByRole("link").click();
    await vi.waitFor(() => expect(document.activeElement?.id).toBe("modules"));
    screen.getByRole("link").focus();
  }
  expect(journeys).toEqual(["smooth", "smooth"]);
});

test("following the modules link jumps there without animation if the visitor prefers reduced motion (S-006)", () => {
  browseWith({ reducedMotion: true });
  openAt("/academy#modules");
  expect(journeys).toEqual(["at once"]);
});
