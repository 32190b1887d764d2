import { matchRoutes, type RouteObject } from "react-router-dom";
import { expect, test } from "vitest";
import { mailPaths } from "../domain/mailPaths.ts";
import { paths } from "../domain/paths.ts";
import type { LazyPage } from "./page.ts";
import { pageFacts } from "./pageHandle.ts";
import { routes } from "./routes.tsx";

const ADDRESSES = [
  paths.landing(),
  paths.auth(),
  mailPaths.newPassword(),
  mailPaths.forgottenPassword(),
  mailPaths.resetPassword(),
  mailPaths.emailChange(),
  mailPaths.proveAddress(),
  mailPaths.keepAccount(),
  mailPaths.providerReturn(),
  paths.academy(),
  paths.dashboard(),
  paths.course("2"),
  paths.sheet("triage-sheet"),
  paths.review("1"),
  paths.device(),
  paths.workbook(),
  paths.notes(),
  paths.glossary("token"),
  paths.search("token"),
  paths.pricing("student"),
  paths.checkout("student", "full"),
  paths.paymentSuccess("cs_1"),
  paths.privacy(),
  paths.terms(),
];

function matchesOf(address: string) {
  const { pathname, search } = new URL(address, "https://academy.example");
  return { search, matches: matchRoutes(routes, pathname) ?? [] };
}

/** What the route says itself, else what its module says. */
async function handleOf(route: RouteObject): Promise<unknown> {
  // Every `lazy` of the routes was made by `page`, so it is a function.
  return route.handle ?? (await (route.lazy as LazyPage | undefined)?.())?.handle;
}

test.each(ADDRESSES)("%s leads to a page with a name of its own", async (address) => {
  const { matches, search } = matchesOf(address);
  const page = matches.at(-1);
  if (!page || page.route.path === "*") throw new Error(`${address} leads nowhere`);
  const shown = [{ params: page.params, handle: await handleOf(page.route) }];
  expect(pageFacts(shown, search).title).toMatch(/^.+ · Responsible AI Academy$/);
});

test("any other address leads to the 404 page (S-042)", () => {
  expect(matchesOf("/no/such/page").matches.at(-1)?.route.path).toBe("*");
});
