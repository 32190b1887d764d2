import { expect, test } from "vitest";
import { robots } from "./robots.ts";
import { sitemap } from "./sitemap.ts";

const ORIGIN = "https://academy.example";

test("a search engine finds every public page in the sitemap, by its whole address", () => {
  const found = [...sitemap(ORIGIN, ["/", "/academy/courses"]).matchAll(/<loc>(.*?)<\/loc>/g)];
  expect(found.map(([, address]) => address)).toEqual([`${ORIGIN}/`, `${ORIGIN}/academy/courses`]);
});

test("an address with an ampersand leaves the sitemap readable", () => {
  expect(sitemap(ORIGIN, ["/a?b=1&c=2"])).toContain(`<loc>${ORIGIN}/a?b=1&amp;c=2</loc>`);
});

test("a search engine may fetch everything and is told where the sitemap is", () => {
  expect(robots(ORIGIN)).toBe(`User-agent: *\nAllow: /\n\nSitemap: ${ORIGIN}/sitemap.xml\n`);
});
