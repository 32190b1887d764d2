import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lessonPackSchema } from "../../src/domain/course/pack.ts";
import { VALID_COURSE } from "../../tools/content/courseFixture.ts";
import { readCourse } from "../../tools/content/readCourse.ts";
import { FUZZ_TIMEOUT_MS, fuzz } from "./fuzz.ts";
import { damaged, oddText } from "./oddInputs.ts";

const LESSONS = join(import.meta.dirname, "../../content/lessons");
const LESSON = "01-one/lesson.md";
const SHEET = "01-one/sheets/a-sheet.md";
const REVIEW = "01-one/review.yaml";

/** The blocks, lists, tables and paragraphs of the real lessons, each valid on its own. */
function realPieces(): string[] {
  return readdirSync(LESSONS).flatMap((lesson) => {
    const [, , ...body] = readFileSync(join(LESSONS, lesson, "lesson.md"), "utf8").split(/^---$/m);
    return body.join("---").split(/\n\n(?=:{3,}\w|#|!\[|\||[A-Z0-9*])/);
  });
}

/**
 * Inputs of kinds that are known to break parsers: unclosed delimiters, deep nesting, circular references, HTML,
 * foreign tags.
 */
const TROUBLE = [
  ":::",
  "::::case[",
  ":::case{minutes=",
  "::field{#id .class key='v",
  ':::check{question=""}\n:::',
  "[a](term:nothing)",
  "[a](javascript:alert(1))",
  "![](drawing.svg)",
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "[^1]: note [^1]",
  "[a]: <b",
  "| a |\n|---|\n| :::case |",
  "*".repeat(400),
  "[".repeat(400),
  `${"> ".repeat(100)}a`,
  `${"- ".repeat(100)}a`,
  `${":".repeat(60)}case`,
  "- [ ] a",
  "---\n",
  "```\n:::\n",
  "&a [*a, *a]",
  "a: &a\n  b: *a",
  "<<: *a",
  "? [a]\n: {b}",
  "!!js/function 'x'",
  "!!binary x",
  "!!timestamp 2001-12-14",
  "%YAML 9.9\n---",
  "0x1F",
  "1e400",
  ".nan",
  "__proto__: {a: 1}",
  "\t- a",
  "<!ENTITY a '&a;&a;'>",
  "<svg onload='alert(1)'><use href='#a'/></svg>",
  "<text><![CDATA[</text>]]>",
];
const BOMB = Array.from({ length: 12 }, (_, depth) =>
  depth === 0 ? "a0: &a0 [x, x]" : `a${depth}: &a${depth} [*a${depth - 1}, *a${depth - 1}]`,
).join("\n");

const trouble = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TROUBLE, BOMB) },
  { weight: 1, arbitrary: oddText },
);

/** The text with up to three such inputs inserted, mostly at the start of a line. */
function troubled(text: string): fc.Arbitrary<string> {
  const places = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...[...text.matchAll(/^|(?<=: )/gm)].map(({ index }) => index)) },
    { weight: 1, arbitrary: fc.nat({ max: text.length }) },
  );
  return fc
    .array(fc.tuple(places, trouble, fc.boolean()), { maxLength: 3 })
    .map((all) =>
      all.reduce(
        (left, [at, piece, isLine]) => `${left.slice(0, at)}${piece}${isLine ? "\n" : ""}${left.slice(at)}`,
        text,
      ),
    );
}

type File = { path: string; text: string | Buffer };

function files(): fc.Arbitrary<File> {
  const pieces = fc.array(fc.constantFrom(...realPieces()), { minLength: 1, maxLength: 3 });
  const front = VALID_COURSE[LESSON]?.split(/(?<=^---\n)(?=\n)/m)[0] ?? "";
  const body = pieces.map((all) => `${front}\n${all.join("\n\n")}\n`);
  const sheet = pieces.map((all) => `---\ntitle: A sheet\npurpose: To try\n---\n\n${all.join("\n\n")}\n`);
  const changed = (text: string): fc.Arbitrary<string | Buffer> =>
    fc.oneof(
      { weight: 3, arbitrary: troubled(text) },
      { weight: 1, arbitrary: damaged(fc.constant(Buffer.from(text))) },
    );
  const file = (path: string) => changed(VALID_COURSE[path] ?? "").map((text): File => ({ path, text }));
  return fc.oneof(
    { weight: 5, arbitrary: body.chain(changed).map((text) => ({ path: LESSON, text })) },
    { weight: 2, arbitrary: sheet.chain(changed).map((text) => ({ path: SHEET, text })) },
    { weight: 2, arbitrary: file(LESSON) },
    { weight: 3, arbitrary: file("01-one/quiz.yaml") },
    { weight: 2, arbitrary: file("01-one/drawing.svg") },
    { weight: 1, arbitrary: changed("day: 3\nquestions: []\n").map((text) => ({ path: REVIEW, text })) },
  );
}

let folder: string;
beforeAll(() => {
  folder = join(mkdtempSync(join(tmpdir(), "course-")), "content");
});
afterAll(() => rmSync(dirname(folder), { recursive: true }));

function write(path: string, text: string | Buffer): void {
  mkdirSync(dirname(join(folder, "lessons", path)), { recursive: true });
  writeFileSync(join(folder, "lessons", path), text);
}

const TAG = /<([a-z][a-z0-9-]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*)\s*\/?>/gi;
const FORBIDDEN_TAGS = /^(script|style|iframe|object|embed|link|base|meta|form)$/i;
const FORBIDDEN_ATTRIBUTE = /(?:^|\s)(on\w+|style|srcdoc)\s*=|=\s*["']?\s*(?:javascript|data|vbscript):/i;

/** Fails if the HTML could start a script. */
function isHarmless(html: string): void {
  for (const [tag, name = "", attributes = ""] of html.matchAll(TAG)) {
    expect(name, tag).not.toMatch(FORBIDDEN_TAGS);
    expect(attributes.replace(/(?<==\s*)"(?!\s*(?:javascript|data|vbscript):)[^"]*"/gi, '""')).not.toMatch(
      FORBIDDEN_ATTRIBUTE,
    );
  }
}

describe("the content compiler", { timeout: FUZZ_TIMEOUT_MS }, () => {
  it("compiles any input into a valid lesson or reports each error with file and line", async () => {
    await fuzz(files(), ({ path, text }) => {
      for (const [name, good] of Object.entries(VALID_COURSE)) write(name, good);
      for (const extra of [SHEET, REVIEW]) rmSync(join(folder, "lessons", extra), { force: true });
      write(path, text);
      const result = readCourse(folder);
      if ("packs" in result) {
        for (const pack of result.packs) {
          const { html, sheets = [] } = lessonPackSchema.parse(pack);
          for (const each of [html, ...sheets.map((sheet) => sheet.html)]) isHarmless(each);
        }
        return;
      }
      expect(result.errors.length).toBeGreaterThan(0);
      for (const { file, line, message } of result.errors) {
        expect(file).toMatch(/^content\/lessons\/01-one\/[\w./-]+$/);
        const lines = readFileSync(join(dirname(folder), file), "utf8").split("\n").length;
        expect(line).toBeGreaterThanOrEqual(1);
        expect(line).toBeLessThanOrEqual(lines);
        expect(message).not.toBe("");
      }
    });
  });
});
