import { matchRoutes, type RouteMatch } from "react-router-dom";
import { expect, test } from "vitest";
import { mailPaths } from "../domain/mailPaths.ts";
import { paths } from "../domain/paths.ts";
import { addressesOf } from "./addresses.ts";
import { MAIL_PAGES } from "./mailPages.ts";
import { pageFacts } from "./page.ts";
import { PAGES } from "./pages.ts";
import { routes } from "./routes.tsx";

const NOT_FOUND = "*";
const OTHERS = PAGES.filter(({ isPrerendered }) => !isPrerendered).flatMap(({ path }) => addressesOf(path));

/** Every address that other code links to, with valid parameters. */
const LINKED = [
  ...Object.values(mailPaths).map((path) => path()),
  ...Object.entries(paths).map(([name, path]) => {
    const examples: Record<string, string> = {
      course: "2",
      sheet: "triage-sheet",
      lab: "sort-mail",
      review: "1",
      verify: "1234",
    };
    // If there is no example, the first parameter is a tier or an optional text, for which any value is valid.
    return (path as (value: string) => string)(examples[name] ?? "student");
  }),
];

function matchesAt(address: string): RouteMatch[] {
  return matchRoutes(routes, new URL(address, "https://academy.example").pathname) ?? [];
}

/** The page's title and findability, from the route's handle or, if it has none, from the page's module. */
async function factsAt(address: string) {
  const match = matchesAt(address).at(-1);
  if (!match) throw new Error(`${address} leads nowhere`);
  const { lazy, handle } = match.route;
  const own = handle ?? (typeof lazy === "function" ? (await lazy()).handle : undefined);
  return pageFacts([{ params: match.params, handle: own }], new URL(address, "https://a.example").search);
}

test.each([...new Set(LINKED)])("%s leads to a titled page in the page table", async (address) => {
  expect(matchesAt(address).at(-1)?.route.path).not.toBe(NOT_FOUND);
  expect((await factsAt(address)).title).toMatch(/^.+ · Responsible AI Academy$/);
});

test("every page in the page table has a unique path, and its addresses lead only to that page", () => {
  expect(new Set(PAGES.map(({ path }) => path)).size).toBe(PAGES.length);
  for (const { path } of PAGES)
    for (const address of addressesOf(path)) expect(matchesAt(address).at(-1)?.route.path).toBe(path);
});

test("the page table has a row for every page that an email links to", () => {
  expect(MAIL_PAGES.map(({ path }) => path)).toEqual(Object.values(mailPaths).map((path) => path()));
});

test("only pages for visitors are prerendered, because a document cannot depend on the user", () => {
  expect(PAGES.filter(({ isPrerendered, audience }) => isPrerendered && audience !== "visitor")).toEqual([]);
});

test("an address that is not in the page table leads to the 404 page (S-042)", () => {
  expect(matchesAt("/no/such/page").at(-1)?.route.path).toBe(NOT_FOUND);
});

test.each([...OTHERS, "/no/such/page"])("search engines may not list %s", async (address) => {
  expect((await factsAt(address)).isFindable).toBe(false);
});
