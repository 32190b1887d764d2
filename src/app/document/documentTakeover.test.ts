// @vitest-environment jsdom
import { createMemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";
import { forgetDocumentHead, pageOf } from "./documentTakeover.ts";

const ROUTES = [
  { path: "/academy" },
  {
    path: "/broken",
    loader: () => {
      throw new Error("no such thing");
    },
  },
  { path: "*" },
];

async function pageAt(address: string): Promise<string | null> {
  const router = createMemoryRouter(ROUTES, { initialEntries: [address] });
  await expect.poll(() => router.state.initialized).toBe(true);
  return pageOf(router.state);
}

test("a page is identified by its pathname, without the query or fragment", async () => {
  expect(await pageAt("/academy?from=mail#modules")).toBe("/academy");
});

test("an address that does not exist is identified as the 404 page", async () => {
  expect(await pageAt("/no/such/page")).toBe("*");
});

test("a page that shows an error is not matched with any prerendered document", async () => {
  expect(await pageAt("/broken")).toBeNull();
});

test("replacing a prerendered page removes only the page's own head tags and those for crawlers", () => {
  document.head.innerHTML =
    '<meta charset="utf-8"><title data-page-head>Old</title><meta data-crawlers name="description"><title>New</title>';
  forgetDocumentHead();
  expect(document.head.innerHTML).toBe('<meta charset="utf-8"><title>New</title>');
});
