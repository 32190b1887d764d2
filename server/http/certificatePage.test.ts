import { join } from "node:path";
import { Hono } from "hono";
import { expect, test } from "vitest";
import type { VerifyReply } from "../../src/domain/certificate.ts";
import { certificatePage } from "./certificatePage.ts";

/** What the build makes the shell of. */
const SHELL = join(import.meta.dirname, "..", "..", "index.html");
const ID = "0195e0a0-0000-4000-8000-000000000001";

async function open(records: (id: string) => Promise<Response>) {
  const site = new Hono().get("/verify/:id", certificatePage(SHELL, records));
  const reply = await site.request(`/verify/${ID}`);
  const page = await reply.text();
  const [, withoutScripts = ""] = /<noscript[^>]*>(.*?)<\/noscript>/s.exec(page) ?? [];
  const [, title = ""] = /<title[^>]*>(.*?)<\/title>/.exec(page) ?? [];
  const contents = (name: string) =>
    [...page.matchAll(new RegExp(`="${name}" content="([^"]*)"`, "g"))].map(([, content]) => content);
  return { reply, page, withoutScripts, title, contents };
}

const answered = (answer: VerifyReply) => open(async () => Response.json(answer));
const valid = (holderName: string) =>
  answered({
    status: "valid",
    id: ID,
    holderName,
    course: "AI Fluency in 30 Days",
    issuedAt: "2026-11-19T12:00:00Z",
    credential: "{}",
  });

test("without scripts a valid certificate says whose it is, in the page and in what previews read", async () => {
  const { reply, page, withoutScripts, title, contents } = await valid("Ada Obi");
  const text =
    "Ada Obi has completed the course AI Fluency in 30 Days. Issued on 19 November 2026 by Responsible AI Academy.";
  expect(reply.status).toBe(200);
  expect(withoutScripts).toContain(`<h1>This certificate is valid</h1><p>${text}</p>`);
  expect(withoutScripts).not.toContain("lessons are kept on your device");
  expect(title).toBe("This certificate is valid · Responsible AI Academy");
  expect([contents("description"), contents("og:description"), contents("og:title")]).toEqual([
    [text],
    [text],
    [title],
  ]);
  // The app still begins with nothing drawn, and search engines are still kept away.
  expect(page).toContain('<div id="root"></div>');
  expect(contents("robots")).toEqual(["noindex"]);
});

test("a name that looks like HTML or like a replacement pattern stays a name", async () => {
  const { withoutScripts, page, contents } = await valid(`"><script>alert(1)</script></noscript>$& $'`);
  expect(page).not.toContain("<script>alert");
  const escaped =
    "&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;/noscript&gt;$&amp; $&#39; has completed";
  expect(withoutScripts).toContain(escaped);
  expect(contents("description")[0]).toContain(escaped);
});

test("a revoked certificate says when and why, and names nobody", async () => {
  const revokedAt = "2026-11-21T09:00:00Z";
  const { reply, withoutScripts } = await answered({
    status: "revoked",
    id: ID,
    revokedAt,
    reason: "withdrawn",
  });
  expect(reply.status).toBe(200);
  expect(withoutScripts).toContain(
    "<h1>This certificate is not valid</h1><p>It was issued and has since been revoked. This happened on 21 November 2026.</p>",
  );
});

test("an unknown number is not found, and says so", async () => {
  const { reply, withoutScripts } = await open(async () => Response.json({}, { status: 404 }));
  expect(reply.status).toBe(404);
  expect(withoutScripts).toContain("We have no certificate with this number.");
});

test("a visitor who was limited reads that, and programs read how long to wait", async () => {
  const headers = { "retry-after": "7" };
  const { reply, title } = await open(async () => Response.json({}, { status: 429, headers }));
  expect([reply.status, reply.headers.get("retry-after")]).toEqual([429, "7"]);
  expect(title).toContain("This certificate is waiting to be checked");
});

test("where the records do not answer, nothing is said of the certificate", async () => {
  const { reply, withoutScripts } = await open(async () => Response.json({}, { status: 500 }));
  expect(reply.status).toBe(503);
  expect(withoutScripts).toContain("<h1>We could not check this certificate</h1>");
  expect(withoutScripts).toContain("This says nothing about the certificate.");
});
