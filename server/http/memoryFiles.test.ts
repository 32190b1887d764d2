import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import { memoryFiles } from "./memoryFiles.ts";

const AN_HOUR_AGO = new Date(Date.now() - 3_600_000);
let folder: string;
let site: Hono;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "academy-files-"));
  writePage("<html>page", AN_HOUR_AGO);
  writeFileSync(join(folder, "page.html.gz"), "compressed");
  site = new Hono().use("*", memoryFiles(folder)());
});
afterAll(() => rmSync(folder, { recursive: true }));

function writePage(text: string, modified: Date): void {
  writeFileSync(join(folder, "page.html"), text);
  utimesSync(join(folder, "page.html"), modified, modified);
}

async function get(path: string, encoding = "") {
  const { status, headers, body } = await site.request(path, { headers: { "accept-encoding": encoding } });
  const text = await new Response(body).text();
  return { status, text, tag: headers.get("etag"), length: headers.get("content-length") };
}

test("a file is sent from memory until its time on disk has changed", async () => {
  const first = await get("/page.html");
  expect(first).toMatchObject({ status: 200, text: "<html>page", length: "10" });
  writePage("<html>edit", AN_HOUR_AGO);
  expect(await get("/page.html")).toEqual(first);

  writePage("<html>edit", new Date());
  const changed = await get("/page.html");
  expect(changed.text).toBe("<html>edit");
  expect(changed.tag).not.toBe(first.tag);
});

test("a compressed copy has its own length and tag", async () => {
  const [plain, compressed] = [await get("/page.html"), await get("/page.html", "gzip")];
  expect(compressed).toMatchObject({ text: "compressed", length: "10" });
  expect(compressed.tag).not.toBe(plain.tag);
});

test.each([
  ["a file that does not exist", "/gone.html"],
  ["a path below a file", "/page.html/more"],
  ["a name that is too long for the disk", `/${"long".repeat(100)}`],
])("%s is not found", async (_what, path) => {
  expect((await get(path)).status).toBe(404);
});
