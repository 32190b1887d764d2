import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

type Entry = {
  version?: string;
  optionalDependencies?: Record<string, string>;
  resolved?: string;
  integrity?: string;
  /** A package of this repository, by its folder. */
  link?: true;
};

const text = readFileSync(join(import.meta.dirname, "..", "..", "package-lock.json"), "utf8");
// npm's lock file, version 3.
const { packages } = JSON.parse(text) as { packages: Record<string, Entry> };

/** Where npm finds a dependency of the package at `path`: in its folder or in one above. */
function isLocked(path: string, name: string): boolean {
  const own = `${path === "" ? "" : `${path}/`}node_modules/${name}`;
  if (own in packages) return true;
  return path !== "" && isLocked(path.slice(0, Math.max(0, path.lastIndexOf("/node_modules/"))), name);
}

test("the lock file has the packages for every platform, because `npm ci` fails everywhere if one is missing", () => {
  const missing = Object.entries(packages).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {}).filter((name) => !isLocked(path, name)),
  );
  expect(missing).toEqual([]);
});

test("the lock file contains no registry URL", () => {
  expect(Object.values(packages).filter((entry) => entry.resolved && !entry.link)).toEqual([]);
});

/**
 * Of other platforms, for the tests that run under Deno. npm records a hash only for what it has downloaded or what the
 * registry lists, and not every registry lists this version of these.
 */
const UNLISTED = ["darwin-arm64", "darwin-x64", "linux-arm64-glibc", "win32-arm64", "win32-x64"].map(
  (platform) => `node_modules/@deno/${platform}`,
);

test("the lock file has the hash of every package, so that a changed package is not installed", () => {
  const withoutHash = Object.entries(packages).flatMap(([path, entry]) =>
    path.includes("node_modules/") && !entry.link && !entry.integrity ? [path] : [],
  );
  expect(withoutHash.filter((path) => !UNLISTED.includes(path))).toEqual([]);
});
