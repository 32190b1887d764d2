// @vitest-environment jsdom
import { render } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { paths } from "../domain/paths.ts";
import { safeNext } from "../features/auth/safeNext.ts";
import { addressesOf } from "./addresses.ts";
import { PAGES } from "./pages.ts";
import { routesOf } from "./routes.tsx";

beforeEach(() => {
  vi.stubGlobal("fetch", async () => Response.json({}, { status: 503 }));
  vi.stubGlobal("scrollTo", () => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const ADDRESSES = PAGES.filter(({ audience }) => audience === "learner" || audience === "staff")
  .flatMap(({ path }) => addressesOf(path))
  .map((address) => address.replace(":area", "orders").replace(":id", crypto.randomUUID()))
  .concat(paths.course("5", { step: 2 }));

test.each(ADDRESSES)(
  "a visitor who opens %s returns there after signing in",
  async (path) => {
    const address = `${path}${path.includes("?") ? "&" : "?"}from=mail#part`;
    const router = createMemoryRouter(routesOf(PAGES), { initialEntries: [address] });
    render(<RouterProvider router={router} />);
    await vi.waitFor(() => expect(document.querySelector("main :is(h1, h2)")).not.toBeNull(), 20_000);
    const { pathname, search } = router.state.location;
    const links = [...document.querySelectorAll<HTMLAnchorElement>("a[href^='/auth']")];
    const ways = pathname === paths.auth() ? [pathname + search] : [];
    for (const way of [...ways, ...links.map((link) => link.getAttribute("href") ?? "")]) {
      const { searchParams, origin } = new URL(way, location.origin);
      expect([way, safeNext(searchParams.get("next"), origin)]).toEqual([way, address]);
    }
    expect(ways.length + links.length, "ways to sign in").toBeGreaterThan(0);
  },
  30_000,
);
