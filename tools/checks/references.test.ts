import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findBrokenReferences } from "./references.ts";

const PROJECT = join(import.meta.dirname, "..", "..");
const MINIMUM_FILES = 1000;

test("every reference in the project resolves", () => {
  expect(findBrokenReferences(PROJECT, MINIMUM_FILES)).toEqual([]);
});

test("the index of decisions has one row for each record", () => {
  const records = readdirSync(join(PROJECT, "docs", "decisions")).filter((file) => /^\d{4}-/.test(file));
  const index = readFileSync(join(PROJECT, "docs", "decisions", "README.md"), "utf8");
  const rows = [...index.matchAll(/^\| \[\d{4}\]\(([^)]+)\) \|/gm)].map(([, file]) => file);
  expect(rows.sort()).toEqual(records.sort());
});
