import { type APIRequestContext, expect } from "@playwright/test";
import { test } from "../support/academyTest.ts";
import { PUBLIC_PAGES } from "../support/publicPages.ts";

// Checks what a search engine reads: the server's response, without running scripts.

const attribute = (html: string, pattern: RegExp) => pattern.exec(html)?.[1] ?? "";
const META = {
  title: /<title[^>]*>([^<]+)<\/title>/,
  description: /<meta[^>]* name="description" content="([^"]+)"/,
  canonical: /<link[^>]* rel="canonical" href="([^"]+)"/,
  image: /<meta[^>]* property="og:image" content="([^"]+)"/,
  ogUrl: /<meta[^>]* property="og:url" content="([^"]+)"/,
  robots: /<meta[^>]* name="robots" content="([^"]+)"/,
};

async function read(request: APIRequestContext, path: string) {
  const html = await (await request.get(path)).text();
  const [head = ""] = html.split("</head>");
  const entries = Object.entries(META).map(([name, pattern]) => [name, attribute(head, pattern)]);
  const data = [...html.matchAll(/<script[^>]* type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)];
  return {
    ...(Object.fromEntries(entries) as Record<keyof typeof META, string>),
    data: data.flatMap(([, json = ""]) => graphOf(JSON.parse(json))),
  };
}

type Thing = { "@type": string; [property: string]: unknown };

/** A block of structured data contains one item, a list of items, or a graph. */
function graphOf(block: Thing | Thing[] | { "@graph": Thing[] }): Thing[] {
  if (Array.isArray(block)) return block;
  return "@graph" in block ? (block["@graph"] as Thing[]) : [block];
}

test("every public page has a unique title, description and canonical address", async ({ request }) => {
  const seen = { title: new Set<string>(), description: new Set<string>(), canonical: new Set<string>() };
  for (const [path] of PUBLIC_PAGES) {
    const page = await read(request, path);
    expect(new URL(page.canonical).pathname).toBe(path);
    expect(page.ogUrl).toBe(page.canonical);
    expect(page.description.length, path).toBeGreaterThan(50);
    expect(page.description.length, path).toBeLessThanOrEqual(160);
    expect(page.robots).toBe("");
    for (const [name, values] of Object.entries(seen)) values.add(page[name as keyof typeof seen]);
  }
  for (const [name, values] of Object.entries(seen))
    expect([name, values.size]).toEqual([name, PUBLIC_PAGES.length]);
});

test("the share image has the size that its meta tags declare", async ({ request }) => {
  const { image } = await read(request, "/");
  const answer = await request.get(new URL(image).pathname);
  expect(answer.headers()["content-type"]).toBe("image/png");
  const png = await answer.body();
  // In every PNG, the width is at byte 16 and the height at byte 20.
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
});

test("the sitemap lists every public page and no other address", async ({ request }) => {
  const robots = await (await request.get("/robots.txt")).text();
  const sitemap = new URL(attribute(robots, /^Sitemap: (\S+)$/m));
  expect(robots).not.toMatch(/^Disallow: \/(assets|$)/m);
  const answer = await request.get(sitemap.pathname);
  expect(answer.headers()["content-type"]).toMatch(/xml/);
  const addresses = [...(await answer.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, loc]) => new URL(loc ?? ""),
  );
  expect(addresses.map(({ pathname }) => pathname).sort()).toEqual(PUBLIC_PAGES.map(([path]) => path).sort());
  for (const { pathname } of addresses)
    expect([pathname, (await request.get(pathname)).status()]).toEqual([pathname, 200]);
});
