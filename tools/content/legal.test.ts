import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compileLegal } from "./legal.ts";

const LEGAL = join(import.meta.dirname, "..", "..", "content", "legal");
const TOKENS = {
  legalName: "Example & Sons <Ltd>",
  supportEmail: "help@example.org",
  address: "1 Example Road",
};

function compile(document: string, tokens: Record<string, string | null> = TOKENS): string {
  return compileLegal(readFileSync(join(LEGAL, document), "utf8"), tokens);
}

test("the terms hold what the specification fixes (S-115)", () => {
  const html = compile("terms-of-service.md");
  for (const words of [
    "14 October 2025",
    "England and Wales",
    "at least 18 years old",
    "2% per month",
    "75%",
    "5 business days",
  ]) {
    expect(html).toContain(words);
  }
  expect(html).toContain("at least 7 business days' notice, you get a full refund");
  expect(html).toContain("<strong>within 14 days</strong>");
  expect(html).toContain("VAT at 20% is added");
  expect(html).toContain("It ends by itself after the third payment");
});

test("the privacy policy says how long a student ID is kept and that nobody is tracked (S-115)", () => {
  const html = compile("privacy-policy.md");
  expect(html).toContain("14 October 2025");
  expect(html).toContain("90 days after we have looked at it or 180 days after you uploaded it");
  expect(html).toContain("<strong>no tracking cookies</strong>");
  expect(html).toContain('<a href="mailto:help@example.org">help@example.org</a>');
});

test.each(["terms-of-service.md", "privacy-policy.md"])(
  "%s shows the provider's own name as plain text",
  (document) => {
    const html = compile(document);
    expect(html).toContain("Example &#x26; Sons &#x3C;Ltd>");
    expect(html).not.toContain("{{");
    expect(html).not.toMatch(/<h1| style=|<script/);
  },
);

test("a provider without an address gets no empty line for it", () => {
  const html = compile("terms-of-service.md", { ...TOKENS, address: null });
  expect(html).not.toContain("Postal address");
  expect(html).toContain("The academy is run by");
});

test("a text that names something unknown stops the build", () => {
  expect(() => compileLegal("Call {{phone}}.", TOKENS)).toThrow(
    "the legal text names {{phone}}, which is not known",
  );
});
