import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

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

test("every package of the card is a dependency that the code imports (S-116)", () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const missing = Object.entries(CARD).filter(([name, pattern]) => {
    const files = globSync(pattern, { cwd: ROOT }).map((file) => readFileSync(join(ROOT, file), "utf8"));
    const isDependency = name in dependencies || name in devDependencies;
    return !isDependency || !files.some((code) => importsAtRunTime(code, name));
  });
  expect(missing).toEqual([]);
});

test("everything that the card names is at the top level", () => {
  expect(TOP_LEVEL.filter((name) => !existsSync(join(ROOT, name)))).toEqual([]);
});
