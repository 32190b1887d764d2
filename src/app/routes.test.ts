import { matchRoutes } from "react-router-dom";
import { expect, test } from "vitest";
import { paths } from "../domain/paths.ts";
import { pageFacts } from "./pageHandle.ts";
import { routes } from "./routes.tsx";

const ADDRESSES = [
  paths.landing(),
  paths.auth(),
  paths.newPassword(),
  paths.academy(),
  paths.dashboard(),
  paths.course("2"),
  paths.sheet("triage-sheet"),
  paths.workbook(),
  paths.glossary("token"),
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

test.each(ADDRESSES)("%s leads to a page with a name of its own", (address) => {
  const { matches, search } = matchesOf(address);
  expect(matches.at(-1)?.route.path).not.toBe("*");
  const shown = matches.map(({ route, pathname, params }) => ({
    id: pathname,
    pathname,
    params,
    data: undefined,
    loaderData: undefined,
    handle: route.handle,
  }));
  expect(pageFacts(shown, search).title).toMatch(/^.+ · Responsible AI Academy$/);
});

test("any other address leads to the 404 page (S-042)", () => {
  expect(matchesOf("/no/such/page").matches.at(-1)?.route.path).toBe("*");
});
