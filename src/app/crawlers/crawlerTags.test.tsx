import { matchRoutes } from "react-router-dom";
import { expect, test } from "vitest";
import { addressesOf } from "../addresses.ts";
import { pageFacts } from "../pageHandle.ts";
import { memberPages, publicPages, routes } from "../routes.tsx";
import { crawlerTags } from "./crawlerTags.tsx";
import { descriptionOf } from "./descriptions.ts";

const LONGEST_DESCRIPTION = 155;
const PUBLIC = addressesOf(publicPages);

function factsOf(address: string) {
  const matches = matchRoutes(routes, address) ?? [];
  return pageFacts(
    matches.map(({ route: { handle }, params }) => ({ handle, params })),
    "",
  );
}

function metaAt(address: string): Record<string, string> {
  const tags = crawlerTags({ address, title: factsOf(address).title });
  const found = [...tags.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]+)"\/>/g)];
  return Object.fromEntries(found.map(([, name, content]) => [name, content]));
}

test("whoever shares an address shows the page's title, its description and a picture", () => {
  expect(metaAt("/academy/courses")).toMatchObject({
    description: descriptionOf("/academy/courses"),
    "og:type": "website",
    "og:locale": "en_GB",
    "og:title": "All Courses · Responsible AI Academy",
    "og:description": descriptionOf("/academy/courses"),
    "og:url": "http://localhost:3000/academy/courses",
    "og:image": "http://localhost:3000/share.png",
    "og:image:width": "1200",
    "og:image:height": "630",
    "og:image:alt": expect.stringContaining("interlaced threads"),
    "twitter:card": "summary_large_image",
  });
});

test("no two public pages look the same in a list of search results", () => {
  expect(new Set(PUBLIC.map((address) => factsOf(address).title)).size).toBe(PUBLIC.length);
  expect(new Set(PUBLIC.map(descriptionOf)).size).toBe(PUBLIC.length);
});

test.each(PUBLIC)("%s may be found, and search results show the whole of its description", (address) => {
  expect(factsOf(address).isFindable).toBe(true);
  expect(descriptionOf(address)).toMatch(/^\p{Lu}.*\.$/u);
  expect(descriptionOf(address).length).toBeLessThanOrEqual(LONGEST_DESCRIPTION);
});

test("a public page that nobody has described stops the build, by name", () => {
  expect(() => descriptionOf("/new-page")).toThrow(/\/new-page has no description/);
});

test.each([...addressesOf(memberPages), "/no/such/page"])("%s is not meant to be found", (address) => {
  expect(factsOf(address).isFindable).toBe(false);
});
