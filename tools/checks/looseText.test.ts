import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { looseTexts } from "./looseText.ts";

const ROOT = join(import.meta.dirname, "..", "..");
/** Reading the types of the whole project takes ten seconds, and minutes on a busy machine. */
const TYPE_CHECK_TIMEOUT_MS = 300_000;

// In the project, to find the types of React.
const folder = mkdtempSync(join(ROOT, "node_modules", ".cache", "loose-text-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("no component returns text and no list in JSX contains text, which a translator may replace", {
  timeout: TYPE_CHECK_TIMEOUT_MS,
}, () => {
  expect(looseTexts(join(ROOT, "tsconfig.app.json"))).toEqual([]);
});

test("a component that returns text is found, and so is a list of texts", {
  timeout: TYPE_CHECK_TIMEOUT_MS,
}, () => {
  const tsconfig = join(folder, "tsconfig.json");
  const compilerOptions = { jsx: "react-jsx", jsxImportSource: "react", module: "esnext" };
  writeFileSync(
    tsconfig,
    JSON.stringify({
      compilerOptions: { ...compilerOptions, moduleResolution: "bundler", strict: true, skipLibCheck: true },
      files: ["a.tsx"],
    }),
  );
  writeFileSync(
    join(folder, "a.tsx"),
    `import type { ReactNode } from "react";
const Price = ({ pence }: { pence: number }) => (pence > 0 ? \`£\${pence}\` : null);
const Count = ({ count }: { count: number }) => count;
const Mark = ({ name }: { name: string }) => name && <b>{name}</b>;
const Part = ({ children }: { children: ReactNode }) => <i>{children}</i>;
const names: string[] = [];
export const a = <p>Now <Price pence={1} /></p>;
export const b = <Part><Count count={1}></Count></Part>;
export const c = <p>{names}</p>;
export const d = <p>{names.map((name) => <b key={name}>{name}</b>)}{names.join(", ")}<Mark name="" /></p>;
export const e = <p title={names[0]} data-names={names}>{names.length > 0 && names[0]}</p>;`,
  );
  expect(looseTexts(tsconfig).map(({ line, text }) => `${line}: ${text}`)).toEqual([
    "7: <Price pence={1} />",
    "8: <Count count={1}>",
    "9: {names}",
  ]);
});
