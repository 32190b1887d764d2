import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { getManifest } from "workbox-build";
import { FIRST_MODULE } from "../checks/pageChunks.ts";
import { CONSOLE_MODULE } from "./consoleFiles.ts";
import { precache } from "./pwa.ts";

const MANIFEST = {
  [FIRST_MODULE]: { file: "assets/first-1234567.js", dynamicImports: [CONSOLE_MODULE] },
  [CONSOLE_MODULE]: { file: "assets/staff-1234567.js" },
};
const SHELLS = ["academy/course/ai-fluency.html", "academy/course/ai-fluency.json", "app.html"];
const HASHED = ["assets/first-1234567.js", "assets/text-1234567.woff2"];
const LEFT_OUT = [
  "assets/staff-1234567.js",
  "assets/kept-pdf-1234567.js",
  "assets/text-latin-ext-1234567.woff2",
  "assets/first-1234567.js.br",
  "academy.html",
  "share.png",
];

let dist: string;
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), "academy-dist-"));
  for (const file of [...SHELLS, ...HASHED, ...LEFT_OUT]) write(file, file);
  write(".vite/manifest.json", JSON.stringify(MANIFEST));
});
afterEach(() => rmSync(dist, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(dist, file)), { recursive: true });
  writeFileSync(join(dist, file), text);
}

/** What the PWA plugin has listed for a site in `dist`: it takes files below `assets/` to have a hash in their names. */
async function listed() {
  const { manifestEntries } = await getManifest({
    globDirectory: dist,
    dontCacheBustURLsMatching: /^assets\//,
    ...precache(() => dist),
  });
  return manifestEntries;
}

test("the worker stores shells, scripts and fonts, and nothing that is fetched on use", async () => {
  expect((await listed()).map(({ url }) => url).sort()).toEqual([...SHELLS, ...HASHED].sort());
});

test("each file has the hash of its bytes, and a revision unless its name contains a hash", async () => {
  const before = await listed();
  for (const { url, revision, integrity } of before) {
    expect(integrity).toBe(`sha256-${createHash("sha256").update(url).digest("base64")}`);
    expect(revision === null, url).toBe(HASHED.includes(url));
  }
  write("app.html", "another version");
  const revisionOf = (entries: typeof before) => entries.find(({ url }) => url === "app.html")?.revision;
  expect(revisionOf(await listed())).not.toBe(revisionOf(before));
});
