import { expect, test } from "vitest";
import {
  AVAILABLE_COURSES,
  CATALOGUE,
  type Category,
  COMING_SOON_COURSES,
  filterCatalogue,
} from "./catalogue.ts";

const found = (query: string, category: Category | null = null) =>
  filterCatalogue(CATALOGUE, { query, category }).map((entry) => entry.id);

const FLAGSHIP = ["ai-fluency-30-days-student", "ai-fluency-30-days-ngo", "ai-fluency-30-days-professional"];

test("the catalogue offers the flagship course once per tier with a link to that tier's prices (S-051, S-123)", () => {
  expect(AVAILABLE_COURSES).toHaveLength(3);
  for (const entry of AVAILABLE_COURSES) {
    expect(entry).toMatchObject({
      title: "AI Fluency in 30 Days",
      duration: "30 days",
      level: "Beginner to Intermediate",
      category: "Core Program",
      modules: 4,
      comingSoon: false,
    });
  }
  expect(AVAILABLE_COURSES.map((each) => [each.tier, each.pricePence, each.checkoutLink])).toEqual([
    ["student", 50_00, "/academy/pricing/student"],
    ["ngo", 500_00, "/academy/pricing/ngo"],
    ["professional", 850_00, "/academy/pricing/professional"],
  ]);
});

test("the catalogue announces five courses with price, length, modules and level (S-107, S-051)", () => {
  expect(
    COMING_SOON_COURSES.map((each) => [
      each.title,
      each.pricePence,
      each.duration,
      each.modules,
      each.level,
      each.category,
    ]),
  ).toEqual([
    ["EU AI Act Compliance", 150_00, "5 weeks", 8, "Intermediate", "Compliance"],
    ["Ethical AI Governance", 120_00, "4 weeks", 10, "All Levels", "Ethics"],
    ["ISO and NIST Standards", 200_00, "6 weeks", 14, "Advanced", "Compliance"],
    ["AI Risk Management", 130_00, "4 weeks", 9, "Intermediate", "Risk Management"],
    ["Responsible AI for Healthcare", 180_00, "5 weeks", 11, "Advanced", "Industry-Specific"],
  ]);
  for (const entry of COMING_SOON_COURSES) {
    expect(entry).toMatchObject({ comingSoon: true, tier: null, checkoutLink: null });
  }
});

test("every catalogue entry has a unique id and title", () => {
  expect(new Set(CATALOGUE.map((entry) => entry.id)).size).toBe(CATALOGUE.length);
});

test("an empty catalogue filter returns everything", () => {
  expect(found("")).toHaveLength(8);
  expect(found("   ")).toHaveLength(8);
});

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
