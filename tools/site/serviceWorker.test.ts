import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FIRST_MODULE } from "../checks/pageChunks.ts";
import { CONSOLE_MODULE } from "./consoleFiles.ts";
import { precachedFiles, withFiles } from "./serviceWorker.ts";

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
  "sw.js",
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

test("the worker stores shells, scripts and fonts, and nothing that is fetched on use", () => {
  expect(precachedFiles(dist).map(({ url }) => url)).toEqual([...SHELLS, ...HASHED].sort());
});

test("each file has the hash of its bytes, and a revision unless its name contains a hash", () => {
  for (const { url, revision, integrity } of precachedFiles(dist)) {
    expect(integrity).toBe(`sha256-${createHash("sha256").update(url).digest("base64")}`);
    expect(revision === null, url).toBe(HASHED.includes(url));
  }
  const before = precachedFiles(dist).find(({ url }) => url === "app.html")?.revision;
  write("app.html", "another version");
  expect(precachedFiles(dist).find(({ url }) => url === "app.html")?.revision).not.toBe(before);
});

test("rejects a worker that expects its list nowhere, or twice", () => {
  const files = [{ url: "app.html", revision: "1" }];
  expect(withFiles("store(self.__WB_MANIFEST);", files)).toBe(`store(${JSON.stringify(files)});`);
  for (const code of ["store();", "store(self.__WB_MANIFEST, self.__WB_MANIFEST);"])
    expect(() => withFiles(code, files)).toThrow("must contain self.__WB_MANIFEST once");
});
