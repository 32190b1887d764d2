import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { LESSON_MINUTES, outlineLesson } from "../../src/domain/course/course.ts";
import type { LessonPack } from "../../src/domain/course/pack.ts";
import { stepsOf } from "../../src/domain/course/steps.ts";
import { LABS } from "../../src/domain/study/pacing.ts";
import { formatError } from "./contentError.ts";
import { compileCourse } from "./readCourse.ts";
import { validateCourse } from "./validate/validateCourse.ts";

const CONTENT = join(import.meta.dirname, "..", "..", "content");
const course = compileCourse(CONTENT);
const DEVICE_BYTES = 2_800_000;
/** The limit that the test of the lab `guess-next-word` checks. */
const MODELS_BYTES = 280_000;

test("the course compiles and follows the outline (S-050, S-109)", () => {
  expect(course.errors.map(formatError)).toEqual([]);
  expect(course.packs.slice(0, 2).map((pack) => pack.lessonId)).toEqual(["1", "2"]);
  for (const pack of course.packs) {
    expect(pack.title).toBe(outlineLesson(pack.lessonId).title);
    expect(pack.minutes).toBe(LESSON_MINUTES);
    expect(pack.quiz.questions).toHaveLength(5);
    for (const question of pack.quiz.questions) expect(question.options).toHaveLength(4);
  }
});

test("all lessons, the models of the labs and the tokenizer fit into 2.8 MB of a device", () => {
  const largest = course.packs.map(
    (pack) => course.extended.find(({ lessonId }) => lessonId === pack.lessonId) ?? pack,
  );
  const lessons = largest.reduce((sum, pack) => sum + Buffer.byteLength(JSON.stringify(pack)), 0);
  const tokenizer = statSync(join(CONTENT, "..", "src", "db", "lessons", "kept-o200k.bin")).size;
  expect(lessons + MODELS_BYTES + tokenizer).toBeLessThan(DEVICE_BYTES);
});

test("every lesson follows the editorial rules: shape, length, plain words, dates for cited law, fair quizzes", () => {
  expect(validateCourse(course).map(formatError)).toEqual([]);
});

test("every lesson recommends two to four of its sources for further reading", () => {
  for (const { sources } of course.packs) {
    const works = sources.filter(({ further }) => further !== undefined);
    expect(works.length).toBeGreaterThanOrEqual(2);
    expect(works.length).toBeLessThanOrEqual(4);
  }
});

test("no lesson needs a script, an inline style or content from another site", () => {
  for (const { html, sheets = [], labs = [] } of [...course.packs, ...course.extended])
    for (const each of [html, ...[...sheets, ...labs].map((page) => page.html)])
      expect(each).not.toMatch(/<script| style=| on\w+=|<(img|iframe|link|object)\b| src=/);
});

test("the learning paths name only labs, tasks, topics and sheets that the course has", () => {
  const packs = [...course.packs, ...course.extended];
  const pages = packs.flatMap(({ labs = [], sheets = [] }) => [...labs, ...sheets]);
  const titles = new Set([...LABS, ...pages].map(({ title }) => title));
  const html = pages.flatMap((page) => (page.name === "learning-paths" ? page.html : [])).join("");
  const lists = [...html.matchAll(/<strong>(Labs and tasks|Sheets|Leave for later):<\/strong>.*/g)].join("");
  const named = [...lists.matchAll(/<em>(.*?)<\/em>/g)].map(([, title]) => title);
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((title) => title && !titles.has(title))).toEqual([]);
});

/** Whether every element that begins in this HTML ends in it, in order. */
function isBalanced(html: string): boolean {
  const open: string[] = [];
  for (const [, end, name = ""] of html.matchAll(
    /<(\/?)([a-z][a-z0-9]*)(?:\s+[^\s=>]+(?:="[^"]*")?)*\s*>/gi,
  )) {
    if (!end && !["br", "hr", "input"].includes(name)) open.push(name);
    if (end && open.pop() !== name) return false;
  }
  return open.length === 0;
}

test("every lesson has 8 to 16 steps, each of whole elements, which together are the lesson", () => {
  for (const pack of course.packs) {
    const parts = stepsOf(pack).flatMap(({ html }) => html ?? []);
    expect(parts.length).toBeGreaterThanOrEqual(8);
    expect(parts.length).toBeLessThanOrEqual(16);
    expect(parts.join("")).toBe(pack.html);
    for (const part of parts) {
      expect(isBalanced(part)).toBe(true);
      expect(part.trim()).toMatch(/^<(h2|h3|p|section|ul|ol|div|details|dl|figure|blockquote)\b/);
    }
  }
  expect(isBalanced("<p><em>a</p></em>")).toBe(false);
});

test("steps take one to three minutes, except three that are clearer whole", () => {
  const long = course.packs.flatMap(({ steps = [] }) => steps.filter((each) => each.minutes > 3));
  expect(long.map(({ title, minutes }) => `${minutes} ${title}`)).toEqual([
    "4 Tracing one sentence",
    "4 Your own case, your own brief",
    "4 Trace the harm",
  ]);
});

/** The course without the cuts of its authors. */
function withoutCuts(): LessonPack[] {
  const copy = mkdtempSync(join(tmpdir(), "course-"));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  cpSync(CONTENT, copy, { recursive: true });
  for (const name of readdirSync(join(copy, "lessons"))) {
    const file = join(copy, "lessons", name, "lesson.md");
    writeFileSync(file, readFileSync(file, "utf8").replace(/^::step.*\n\n/gm, ""));
  }
  return compileCourse(copy).packs;
}

test("a cut changes no anchor, no key of a block and no field, under which learners' answers are stored", () => {
  const namesIn = (html: string, attribute: string) =>
    [...html.matchAll(new RegExp(` ${attribute}="([^"]*)"`, "g"))].map(([, name]) => name);
  const uncut = withoutCuts();
  expect(uncut).toHaveLength(course.packs.length);
  for (const [index, { html, steps, islands }] of course.packs.entries()) {
    const before = uncut[index];
    if (!before) throw new Error("a lesson does not compile without its cuts");
    expect(before.steps?.length).toBeLessThan(steps?.length ?? 0);
    expect(islands).toEqual(before.islands);
    for (const attribute of ["data-fold", "data-island"])
      expect(namesIn(html, attribute)).toEqual(namesIn(before.html, attribute));
    const ids = namesIn(html, "id");
    expect(new Set(ids).size).toBe(ids.length);
    // The second part of a divided block has its own id.
    expect(ids.filter((id) => !/-part-\d$/.test(id ?? ""))).toEqual(namesIn(before.html, "id"));
  }
});
