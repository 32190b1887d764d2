import { join } from "node:path";
import { expect, test } from "vitest";
import { LESSON_MINUTES, outlineLesson } from "../../src/domain/course.ts";
import type { LessonPack } from "../../src/domain/pack.ts";
import { formatError } from "./contentError.ts";
import { countWords } from "./describeLessons.ts";
import { readCourse } from "./readCourse.ts";

const MIN_WORDS = 1800;
const MAX_WORDS = 2700;

function packs(): LessonPack[] {
  const course = readCourse(join(import.meta.dirname, "..", "..", "content"));
  if ("errors" in course) throw new Error(course.errors.map(formatError).join("\n"));
  return course.packs;
}

test("the course compiles and follows the outline (S-050, S-109)", () => {
  const course = packs();
  expect(course.slice(0, 2).map((pack) => pack.lessonId)).toEqual(["1", "2"]);
  for (const pack of course) {
    expect(pack.title).toBe(outlineLesson(pack.lessonId).title);
    expect(pack.minutes).toBe(LESSON_MINUTES);
    expect(pack.quiz.questions).toHaveLength(5);
    for (const question of pack.quiz.questions) expect(question.options).toHaveLength(4);
  }
});

test("every lesson has the shape that learners can rely on", () => {
  for (const pack of packs()) {
    const parts = [
      "block-case",
      "block-example",
      "block-activity",
      "block-reflection",
      "variant-student",
      "variant-ngo",
    ];
    for (const part of [...parts, "variant-professional", "fold check", "drawing"])
      expect(pack.html).toContain(part);
    for (const words of [
      "Who benefits?",
      "Who carries the risk?",
      "Who can say no?",
      "Decide",
      "Answer for it",
    ]) {
      expect(pack.html).toContain(words);
    }
    expect(countWords(pack.html)).toBeGreaterThanOrEqual(MIN_WORDS);
    expect(countWords(pack.html)).toBeLessThanOrEqual(MAX_WORDS);
  }
});

test("Horizon is said not to be AI by the first sentence that names it", () => {
  for (const pack of packs()) {
    const words = pack.html.replace(/<[^>]+>/g, "");
    const at = words.indexOf("Horizon");
    if (at >= 0) expect(words.slice(at, words.indexOf(".", at))).toContain("not AI");
  }
});

test("nothing in a lesson needs a script, an inline style or another site", () => {
  for (const pack of packs())
    expect(pack.html).not.toMatch(/<script| style=| on\w+=|<(img|iframe|link|object)\b| src=/);
});

test("a learner cannot pass by choosing the longest option or the same place each time", () => {
  for (const { quiz } of packs()) {
    const places = quiz.questions.map((question) => question.correctAnswer);
    expect(new Set(places).size).toBeGreaterThanOrEqual(3);
    const longest = quiz.questions.filter(({ options, correctAnswer }) => {
      const lengths = options.map((option) => option.length);
      return lengths[correctAnswer] === Math.max(...lengths);
    });
    expect(longest.length).toBeLessThanOrEqual(2);
  }
});
