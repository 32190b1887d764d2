import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import { siteRoutes } from "../../server/http/site.ts";
import type { LessonDocument } from "../../src/instant-lesson/lessonDocument.ts";

const ROOT = join(import.meta.dirname, "..", "..");
/** The hash of an empty script. */
const HASH = "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";
const FOREVER = "public, max-age=31536000, immutable";

let folder: string;
let site: Hono;

/** A site with one page, the shell and a few files. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "academy-site-"));
  const files = {
    "dist/index.html": "<html>landing",
    "dist/academy.html": "<html>academy",
    "dist/app.html": "<html>shell",
    "dist/academy/course/ai-fluency.html": "<html>player",
    "dist/404.html": "<html>Oops! Page not found",
    "dist/robots.txt": "User-agent: *",
    "dist/assets/page-1.js": "export {};",
    "previous/assets/page-0.js": "export {};",
    "dist/.vite/addresses.json": JSON.stringify({
      pages: { "/": { file: "index.html" }, "/academy": { file: "academy.html" } },
      app: ["/academy/dashboard", "/academy/course/ai-fluency", "/verify/:id"],
      inlineScripts: [HASH],
    }),
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  site = siteRoutes({ dist: join(folder, "dist"), previous: join(folder, "previous") });
});
afterAll(() => rmSync(folder, { recursive: true }));

async function get(path: string, headers: Record<string, string> = {}) {
  const reply = await site.request(path, { headers });
  return {
    status: reply.status,
    text: await reply.text(),
    header: (name: string) => reply.headers.get(name),
  };
}

test.each([
  ["/", "landing"],
  ["/academy?from=mail", "academy"],
  ["/academy/dashboard", "shell"],
  ["/academy/course/ai-fluency?lesson=1", "player"],
  ["/verify/0195e0a0", "shell"],
])("%s shows its own page, which browsers revalidate each time", async (path, page) => {
  const reply = await get(path);
  expect([reply.status, reply.text]).toEqual([200, `<html>${page}`]);
  expect(reply.header("content-type")).toBe("text/html; charset=utf-8");
  expect(reply.header("content-security-policy")).toContain(`script-src 'self' '${HASH}';`);
  expect(reply.header("cache-control")).toBe("no-cache");
});

test("a page that the browser already has is answered with 304", async () => {
  const tag = (await get("/academy")).header("etag") ?? "";
  const again = await get("/academy", { "If-None-Match": tag });
  expect([again.status, again.text]).toEqual([304, ""]);
  expect(again.header("cache-control")).toBe("no-cache");
});

test.each(["/no/such/page", "/academy/dashboards", "/404.html", "//academy.example/", "/assets"])(
  "%s does not exist, so its status is 404 without a redirect (S-042)",
  async (path) => {
    const reply = await get(path);
    expect(reply.status).toBe(404);
    expect(reply.header("location")).toBeNull();
  },
);

test("an unknown address shows the 404 page (S-042)", async () => {
  expect((await get("/no/such/page")).text).toContain("Oops! Page not found");
});

test.each([
  ["/academy/", "/academy"],
  ["/academy/?from=mail", "/academy?from=mail"],
  ["/academy.html", "/academy"],
  ["/index.html", "/"],
  ["/academy/dashboard/", "/academy/dashboard"],
])("%s redirects to the canonical address of its page", async (path, address) => {
  const reply = await get(path);
  expect([reply.status, reply.header("location")]).toEqual([308, address]);
});

test("scripts of this and the previous build are cached indefinitely, and a missing file never returns HTML", async () => {
  for (const path of ["/assets/page-1.js", "/assets/page-0.js"]) {
    const reply = await get(path);
    expect([reply.status, reply.header("cache-control")]).toEqual([200, FOREVER]);
  }
  for (const path of ["/assets/gone.js", "/gone.png"]) {
    const reply = await get(path);
    expect([reply.status, reply.header("cache-control")]).toEqual([404, "no-cache"]);
    expect(reply.text).not.toContain("<html");
  }
});

test("a HEAD request gets the status without a body", async () => {
  const reply = await site.request("/academy", { method: "HEAD" });
  expect([reply.status, await reply.text()]).toEqual([200, ""]);
  expect((await site.request("/no/such/page", { method: "HEAD" })).status).toBe(404);
});

test("a server started before the site is built explains what is missing", async () => {
  const empty = siteRoutes({ dist: join(folder, "previous"), previous: join(folder, "previous") });
  const reply = await empty.request("/");
  expect([reply.status, await reply.text()]).toEqual([
    503,
    "The site is not built yet. `npm start` builds it.",
  ]);
});

test("every public page of the built site is readable without scripts and has no script that the policy blocks", () => {
  const { pages } = JSON.parse(readFileSync(join(ROOT, "dist", ".vite", "addresses.json"), "utf8"));
  expect(Object.keys(pages)).toEqual(
    expect.arrayContaining(["/", "/academy", "/academy/courses", "/contact"]),
  );
  for (const [address, { file }] of Object.entries<{ file: string }>(pages)) {
    const html = readFileSync(join(ROOT, "dist", file), "utf8");
    expect([address, html.match(/<h1\b/g)?.length]).toEqual([address, 1]);
    expect([address, html.match(/<title\b/g)?.length]).toEqual([address, 1]);
    expect([
      address,
      html.match(
        /<script(?! type="module"(?: blocking="render")? crossorigin src=| defer src="\/assets\/browserCheck-| data-crawlers type="application\/ld\+json")/,
      ),
    ]).toEqual([address, null]);
  }
});

test("a request for a missing file returns the 404 page to a visitor and plain text to a script", async () => {
  const visit = await site.request("/contact.txt", { headers: { accept: "text/html,*/*" } });
  expect([visit.status, await visit.text()]).toEqual([404, expect.stringContaining("Oops! Page not found")]);
  const script = await site.request("/gone.js", { headers: { accept: "*/*" } });
  expect([script.status, await script.text()]).toEqual([404, "Not found"]);
});

test("the policy allows exactly the inline scripts of the built player, with and without a lesson in it", () => {
  const player = join(ROOT, "dist", "academy", "course", "ai-fluency");
  const lesson: LessonDocument = JSON.parse(readFileSync(`${player}.json`, "utf8"));
  const pieces = lesson.bodyWithLesson.filter((piece) => typeof piece === "string");
  const html = [readFileSync(`${player}.html`, "utf8"), lesson.head, ...pieces].join("");
  const scripts = new Set([...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, code = ""]) => code));
  const hashes = [...scripts].map((code) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`);
  expect(hashes).toHaveLength(3);
  const headers = readFileSync(join(ROOT, "dist", "_headers"), "utf8");
  const [, allowed = ""] = /script-src 'self' (.*?);/.exec(headers) ?? [];
  expect(allowed.split(" ").sort()).toEqual(hashes.sort());
});

test("the build's own metadata is not served", async () => {
  expect((await site.request("/.vite/addresses.json")).status).toBe(404);
  expect((await site.request("/index.html.br")).status).toBe(404);
});
