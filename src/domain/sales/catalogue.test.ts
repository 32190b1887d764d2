import { expect, test } from "vitest";
import { CATALOGUE, type Category, filterCatalogue } from "./catalogue.ts";

const found = (query: string, category: Category | null = null) =>
  filterCatalogue(CATALOGUE, { query, category }).map((entry) => entry.id);

const FLAGSHIP = ["ai-fluency-30-days-student", "ai-fluency-30-days-ngo", "ai-fluency-30-days-professional"];

test("the catalogue search ignores word order, case, accents and hyphens (S-007)", () => {
  expect(found("standards NIST")).toEqual(["iso-and-nist-standards"]);
  expect(found("Héalthcare")).toEqual(["responsible-ai-for-healthcare"]);
  for (const query of ["non-profit", "nonprofit", "Non Profit", "non–profit"]) {
    expect(found(query)).toEqual(["ai-fluency-30-days-ngo"]);
  }
  expect(found("students")).toEqual(["ai-fluency-30-days-student"]);
  expect(found("30 days")).toEqual(FLAGSHIP);
});

test("the catalogue search and category can be combined (S-007)", () => {
  expect(found("", "Compliance")).toEqual(["eu-ai-act-compliance", "iso-and-nist-standards"]);
  expect(found("nist", "Compliance")).toEqual(["iso-and-nist-standards"]);
  expect(found("nist", "Ethics")).toEqual([]);
});

test("unusual catalogue queries return no results and do not throw", () => {
  for (const query of ["(", "[a-z", "\\", "%", "\u0000", "\ud83d", "<script>", "x".repeat(10_000)]) {
    expect(found(query)).toEqual([]);
  }
});
