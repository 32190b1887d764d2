import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { paths } from "../../src/domain/paths.ts";
import { initialFacts } from "../../src/domain/provider/facts.ts";
import { datedLine, type LegalFacts, refillLegal } from "../../src/domain/provider/legalFacts.ts";
import { compileLegal } from "./legal.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const DOCUMENTS = ["terms-of-service", "privacy-policy", "accessibility"];
const FACTS: LegalFacts = {
  ...initialFacts().facts,
  legalName: "Example & Sons <Ltd>",
  supportEmail: "help@example.org",
  address: "1 Example Road",
};

const sourceOf = (name: string) => readFileSync(join(ROOT, "content", "legal", `${name}.md`), "utf8");
const compile = (name: string, facts = FACTS) => compileLegal(sourceOf(name), facts);

/** The whole text without tags and line breaks. */
function wordsOf(name: string): string {
  const { dated, summary, body } = compile(name);
  return `${dated} ${summary} ${body}`.replace(/<[^>]+>/g, "").replace(/\s+/g, " ");
}

test("the terms contain what the specification requires (S-041, S-115)", () => {
  const { dated } = compile("terms-of-service");
  expect(dated).toMatch(/^Last updated: 14 October 2025 \(/);
  for (const words of [
    "England and Wales",
    "at least 18 years old",
    "at 2% per month, from the due date until it is paid",
    "with at least 7 business days’ notice, you get a full refund",
    "up to 5 business days before the start, you get 75% of the price back",
    "you can normally cancel a contract made online within 14 days",
    "VAT at 20% is added",
    "There is no fourth",
    "access for at least 12 months from the purchase",
    "usually within 10 working days",
  ]) {
    expect(wordsOf("terms-of-service")).toContain(words);
  }
});

test("the privacy policy names recipients, retention periods and rights (S-041, S-115)", () => {
  expect(compile("privacy-policy").dated).toMatch(/^Last updated: 14 October 2025 \(/);
  for (const words of [
    "Example &amp; Sons &lt;Ltd&gt; runs the academy and is the controller",
    "before you pay",
    "as soon as we have approved or refused it, and 90 days after you uploaded it in any case",
    "no tracking cookies",
    "We apply these periods automatically",
    "Delete my account deletes it 7 days later",
    "Our payment provider receives your email address",
    "Information Commissioner’s Office",
    "for people aged 18 and over",
    "England and Wales",
  ]) {
    expect(wordsOf("privacy-policy")).toContain(words);
  }
  expect(compile("privacy-policy").body).toContain(
    '<a href="mailto:help@example.org" data-mailto="supportEmail"><span data-fact="supportEmail">help@example.org</span></a>',
  );
});

test("the accessibility statement claims only what was tested", () => {
  expect(compile("accessibility").dated).toMatch(/^Prepared: \d+ November 2026$/);
  for (const words of [
    "WCAG 2.2 level AA",
    "partially conforms",
    "Not tested so far",
    "Equality Act 2010",
    FACTS.responseTime,
    "help@example.org",
  ]) {
    expect(wordsOf("accessibility")).toContain(words);
  }
});

/** Names of locks and messages, under which no data is stored. */
const NOT_STORED = ["academy-token-refresh", "academy-tokenizer", "academy-sync"];

test("the privacy policy lists every name under which the academy stores data on a device", () => {
  const told = [...compile("privacy-policy").body.matchAll(/<code>([^<]+)<\/code>/g)].map(([, name]) => name);
  const sources = globSync("src/**/*.{ts,tsx}", { cwd: ROOT }).filter((file) => !file.includes(".test."));
  const named = sources.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), "utf8");
    return [...text.matchAll(/["'`]((?:academy|sb)-[a-z-]*)/g)].map(([, name = ""]) => name);
  });
  const stored = new Set(named.filter((name) => !NOT_STORED.some((other) => name.startsWith(other))));
  expect(stored.size).toBeGreaterThan(5);
  // The bare prefix denotes the databases of accounts and must not match every other name.
  const isTold = (name: string) =>
    told.some((each) => (each === "academy-" ? name === each : name.startsWith(each ?? name)));
  expect([...stored].filter((name) => !isTold(name))).toEqual([]);
});

describe.each(DOCUMENTS)("the legal text %s", (name) => {
  const { summary, body, sections } = compile(name);

  test("is plain HTML without unfilled tokens", () => {
    expect(summary + body).not.toMatch(/\{\{|\[U\]|<h1| style=|<script/);
  });

  test("has numbered sections, and headings that skip no level", () => {
    const levels = [...body.matchAll(/<h(\d)/g)].map(([, level]) => Number(level));
    levels.forEach((level, at) => {
      expect(level).toBeLessThanOrEqual((levels[at - 1] ?? 1) + 1);
    });
    expect(sections.map(({ title }) => Number.parseInt(title, 10))).toEqual(sections.map((_, at) => at + 1));
  });

  test("lists every section, each with a unique anchor", () => {
    for (const { id } of sections) expect(body.split(`<h2 id="${id}">`)).toHaveLength(2);
    expect(body.match(/<h2/g)).toHaveLength(sections.length);
  });

  test("links only to pages of the academy and to the offices it names", () => {
    const known = [
      ...[paths.privacy(), paths.terms(), paths.accessibility(), paths.contact()],
      ...["mailto:help@example.org", "https://ico.org.uk", "https://www.equalityadvisoryservice.com"],
    ];
    const links = [...(summary + body).matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) expect(known).toContain(link);
  });
});

test("the terms hide the line of an address that the provider has not stated", () => {
  const { body, summary } = compileLegal(sourceOf("terms-of-service"), { ...FACTS, address: null });
  expect(body).toMatch(/<li hidden data-needs="address">Postal address/);
  expect(summary).toContain("These are the terms on which");
});

test("a compiled text shows newer facts as if it had been compiled with them, also as a browser writes it out", () => {
  const without = { ...FACTS, address: null, vatNumber: null };
  const newer = {
    ...FACTS,
    legalName: "A “new” & <other> Ltd",
    supportEmail: "new@example.org",
    vatNumber: "GB 1",
  };
  for (const name of DOCUMENTS) {
    const [before, after] = [compile(name, without).body, compile(name, newer).body];
    expect(refillLegal(before, newer)).toBe(after);
    expect(refillLegal(after, without)).toBe(before);
    expect(refillLegal(before.replaceAll(" hidden ", ' hidden="" '), newer)).toBe(after);
  }
});

test("a legal text shows its own date, or the one from the settings if that is later", () => {
  const line = "Last updated: 14 October 2025";
  expect(datedLine(line, null)).toBe(line);
  expect(datedLine(line, "2025-10-14")).toBe(line);
  expect(datedLine(line, "2025-10-15")).toBe("Last updated: 15 October 2025");
  const reworded = `${line} (in these words since 29 November 2026)`;
  expect(datedLine(reworded, "2026-11-28")).toBe(reworded);
  expect(datedLine(reworded, "2026-11-30")).toBe("Last updated: 30 November 2026");
});

test("a legal text with an unknown token stops the build", () => {
  expect(() => compileLegal("Prepared: 1 May 2026\n\nCall {{nobody}}.\n\n## 1. One", FACTS)).toThrow(
    "the legal text uses the unknown token {{nobody}}",
  );
});

test.each([
  ["Nothing but words.\n\n## 1. One", "must begin with a line that ends with its date"],
  ["Prepared: 1 May 2026\n\nNo section.", "must have at least one section"],
])("a legal text without a date or without sections stops the build", (text, message) => {
  expect(() => compileLegal(text, FACTS)).toThrow(message);
});
