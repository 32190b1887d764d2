import { join } from "node:path";
import { Hono } from "hono";
import { expect, test } from "vitest";
import type { VerifyReply } from "../../src/domain/certificate/certificate.ts";
import { certificatePage } from "./certificatePage.ts";

/** The source from which the build generates the shell. */
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
    kind: "completion",
    id: ID,
    holderName,
    course: "AI Fluency in 30 Days",
    issuedAt: "2026-11-19T12:00:00Z",
    credential: "{}",
  });

test("without scripts, the page and link preview of a valid certificate show the holder's name", async () => {
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
  // The app still starts with an empty root, and search engines still must not index the page.
  expect(page).toContain('<div id="root"></div>');
  expect(contents("robots")).toEqual(["noindex"]);
});

test("without scripts, the page of the sample says that nobody has earned it (S-140)", async () => {
  const { withoutScripts, title } = await answered({
    ...{ status: "sample", kind: "completion", id: ID, holderName: "Sample Learner", course: "Sample" },
    ...{ issuedAt: "2026-11-20T00:00:00.000Z", credential: "{}" },
  });
  expect(title).toBe("This is a sample, not a certificate · Responsible AI Academy");
  expect(withoutScripts).toContain("Nobody has earned it");
  expect(withoutScripts).not.toContain("has completed");
});

test("without scripts, the page of a reviewed capstone names that credential and claims no completion", async () => {
  const { withoutScripts } = await answered({
    status: "valid",
    kind: "capstone",
    id: ID,
    holderName: "Ada Obi",
    course: "Capstone reviewed: AI Fluency in 30 Days",
    issuedAt: "2026-11-21T12:00:00Z",
    credential: "{}",
  });
  expect(withoutScripts).toContain(
    "Ada Obi has earned the credential Capstone reviewed: AI Fluency in 30 Days. Issued on 21 November 2026",
  );
  expect(withoutScripts).not.toContain("completed");
});

test("the certificate page escapes a name that looks like HTML or a replacement pattern", async () => {
  const { withoutScripts, page, contents } = await valid(`"><script>alert(1)</script></noscript>$& $'`);
  expect(page).not.toContain("<script>alert");
  const escaped =
    "&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;/noscript&gt;$&amp; $&#39; has completed";
  expect(withoutScripts).toContain(escaped);
  expect(contents("description")[0]).toContain(escaped);
});

test("the page of a revoked certificate shows when and why it was revoked, but no name", async () => {
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

test("a rate-limited certificate page explains the limit and sends Retry-After", async () => {
  const headers = { "retry-after": "7" };
  const { reply, title } = await open(async () => Response.json({}, { status: 429, headers }));
  expect([reply.status, reply.headers.get("retry-after")]).toEqual([429, "7"]);
  expect(title).toContain("This certificate is waiting to be checked");
});

test("without a response from the records, the certificate page makes no claim about the certificate", async () => {
  const { reply, withoutScripts } = await open(async () => Response.json({}, { status: 500 }));
  expect(reply.status).toBe(503);
  expect(withoutScripts).toContain("<h1>We could not check this certificate</h1>");
  expect(withoutScripts).toContain("This does not mean that the certificate is invalid.");
});
