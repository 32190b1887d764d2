import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findBrokenReferences } from "./references.ts";

const PROJECT = join(import.meta.dirname, "..", "..");
const MINIMUM_FILES = 1000;

let folder: string;

function plant(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "references-"));
  plant({
    "docs/offline-rules.md": "### Rule 1\n\n### Rule 2\n\n### I1\n",
    "docs/requirements.md": "## §1 Calls\n\n| S-001 | a promise |\n",
    "docs/decisions/0001-first.md": "# 1. First\n",
  });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const found = () =>
  findBrokenReferences(folder, 1).map(
    ({ file, line, kind, reference }) => `${file}:${line} ${kind} ${reference}`,
  );

test("every reference in the project resolves", () => {
  const broken = findBrokenReferences(PROJECT, MINIMUM_FILES);
  // This file itself contains broken references.
  expect(broken.filter(({ file }) => file !== "tools/checks/references.test.ts")).toEqual([]);
});

test.each([
  ["an offline rule", "src/a.ts", `// As always (offline rule 99).`, `rule 99`],
  ["the second of two rules", "src/a.ts", `// Offline rules 1 and 99.`, `rule 99`],
  ["the third of three rules", "src/a.ts", `// Offline rules 1, 2, 99.`, `rule 99`],
  ["an invariant", "tests/a.test.ts", `test("empties (I99)");`, `invariant 99`],
  ["a decision cited by number", "src/a.ts", `// See decision 0099.`, `decision 0099`],
  ["a decision cited by path", "supabase/a.sql", `-- docs/decisions/0099`, `decision 0099`],
  ["a decision cited in brackets", "docs/a.md", `It stays (0099).`, `decision 0099`],
  // Split in two, because traceability.test.ts reads this file as well.
  ["a requirement", "server/a.ts", `// S-${999}`, `requirement 999`],
  ["a section of the specification", "functions/a.ts", `/** Spec §99 as written. */`, `section 99`],
  ["a document", "src/a.ts", `// See docs/99.md.`, `document docs/99.md`],
  ["a linked file", "README.md", `[page](docs/99.md)`, `link docs/99.md`],
  [
    "a heading of another page",
    "README.md",
    "[rule](docs/offline-rules.md#rule-9)",
    "link docs/offline-rules.md#rule-9",
  ],
  ["a heading of the same page", "README.md", "# One\n[two](#two)", "link #two"],
  ["a file named by its path", "docs/a.md", `Look into \`src/99.ts\`.`, `path src/99.ts`],
])("the reference check reports %s that does not exist", (_, file, text, reference) => {
  plant({ [file]: text });
  expect(found().map((each) => each.slice(each.indexOf(" ") + 1))).toContain(reference);
});

test("the reference check reports the line of a citation that continues on the next line", () => {
  plant({ "src/a.ts": `/**\n * Kept (offline\n * rule\n * 99).\n */\n` });
  expect(found()).toEqual([`src/a.ts:3 rule 99`]);
});

test("the reference check accepts existing targets, sections of other standards and examples in code", () => {
  plant({
    "src/a.ts":
      "// Offline rules 1 and 2, I1, decision 1, docs/decisions/0001, S-001, spec §1, RFC 9110 §14.\n",
    "docs/a.md":
      "[1](offline-rules.md#rule-1), [2](../src/a.ts), [3](#why-not), `[4](nowhere.md)`\n\n## Why not?\n",
    "docs/b.md": "```\n[5](nowhere.md)\n```\n[6](https://example.org/nowhere.md) [7](decisions) `src/a.ts`\n",
  });
  expect(found()).toEqual([]);
});

test("the reference check fails when it reads too few files", () => {
  expect(() => findBrokenReferences(folder, MINIMUM_FILES)).toThrow("read only");
});

test("the index of decisions has one row for each record", () => {
  const records = readdirSync(join(PROJECT, "docs", "decisions")).filter((file) => /^\d{4}-/.test(file));
  const index = readFileSync(join(PROJECT, "docs", "decisions", "README.md"), "utf8");
  const rows = [...index.matchAll(/^\| \[\d{4}\]\(([^)]+)\) \|/gm)].map(([, file]) => file);
  expect(rows.sort()).toEqual(records.sort());
});
