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

test("a document is taken over at its own address, whatever follows it", async () => {
  expect(await pageAt("/academy?from=mail#modules")).toBe("/academy");
});

test("the 404 page is one document for every address that does not exist", async () => {
  expect(await pageAt("/no/such/page")).toBe("*");
});

test("a page that shows an error is no document's", async () => {
  expect(await pageAt("/broken")).toBeNull();
});

test("a page drawn in place of another leaves nothing of it in the head", () => {
  document.head.innerHTML =
    '<meta charset="utf-8"><title data-page-head>Old</title><meta data-crawlers name="description"><title>New</title>';
  forgetDocumentHead();
  expect(document.head.innerHTML).toBe('<meta charset="utf-8"><title>New</title>');
});
