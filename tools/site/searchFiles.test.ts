import { expect, test } from "vitest";
import { robots } from "./robots.ts";
import { sitemap } from "./sitemap.ts";

const ORIGIN = "https://academy.example";

test("the sitemap has the absolute address of every public page", () => {
  const found = [...sitemap(ORIGIN, ["/", "/academy/courses"]).matchAll(/<loc>(.*?)<\/loc>/g)];
  expect(found.map(([, address]) => address)).toEqual([`${ORIGIN}/`, `${ORIGIN}/academy/courses`]);
});

test("the sitemap escapes an ampersand in an address", () => {
  expect(sitemap(ORIGIN, ["/a?b=1&c=2"])).toContain(`<loc>${ORIGIN}/a?b=1&amp;c=2</loc>`);
});

test("robots.txt allows everything and names the sitemap", () => {
  expect(robots(ORIGIN)).toBe(`User-agent: *\nAllow: /\n\nSitemap: ${ORIGIN}/sitemap.xml\n`);
});
