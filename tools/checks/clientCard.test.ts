import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..");

/** The packages that the client's design card names, and the files of which one imports each. */
const CARD: Record<string, string> = {
  react: "src/**/*.{ts,tsx}",
  "react-dom": "src/**/*.{ts,tsx}",
  "react-router-dom": "src/**/*.{ts,tsx}",
  "vite-plugin-pwa": "{vite.config.ts,tools/site/*.ts}",
  "workbox-window": "src/app/**/*.ts",
  dexie: "src/**/*.ts",
  "dexie-react-hooks": "src/**/*.ts",
  "@supabase/supabase-js": "src/**/*.ts",
  stripe: "functions/**/*.ts",
  zod: "src/**/*.ts",
  "canvas-confetti": "src/**/*.ts",
  vitest: "{src,tests}/**/*.test.{ts,tsx}",
  "fake-indexeddb": "{src,tests}/**/*.ts",
};
const TOP_LEVEL = [
  ...["package.json", "vite.config.ts", "tsconfig.json", "README.md"],
  ...["src", "public", "functions", "tests"],
];

/** Whether the code loads the package or a part of it when it runs: `import type` is left out of what runs. */
function importsAtRunTime(code: string, name: string): boolean {
  const specifier = `"${name}(/[^"]+)?"`;
  return new RegExp(
    `^(import|export) (?!type\\b)([^;"]* from )?${specifier}|\\bimport\\(${specifier}\\)`,
    "m",
  ).test(code);
}

/** The packages of the card that are no dependency, or that no file imports. */
function missingFrom(dependencies: object, read: (pattern: string) => string[]): string[] {
  return Object.entries(CARD)
    .filter(
      ([name, pattern]) =>
        !(name in dependencies) || !read(pattern).some((code) => importsAtRunTime(code, name)),
    )
    .map(([name]) => name);
}

describe("the client's design card", () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const all = { ...dependencies, ...devDependencies };
  const read = (pattern: string) =>
    globSync(pattern, { cwd: ROOT }).map((file) => readFileSync(join(ROOT, file), "utf8"));

  test("every package of the card is a dependency that the code imports (S-116)", () => {
    expect(missingFrom(all, read)).toEqual([]);
  });

  test("a package of the card that is left out of the dependencies or of the code is found", () => {
    const { "workbox-window": _, ...rest } = all;
    expect(missingFrom(rest, read)).toEqual(["workbox-window"]);
    const types = 'import type { Workbox } from "workbox-window";\n// import "workbox-window"\n';
    const without = (pattern: string) => (pattern === CARD["workbox-window"] ? [types] : read(pattern));
    expect(missingFrom(all, without)).toEqual(["workbox-window"]);
  });

  test("everything that the card names is at the top level", () => {
    expect(TOP_LEVEL.filter((name) => !existsSync(join(ROOT, name)))).toEqual([]);
  });
});
