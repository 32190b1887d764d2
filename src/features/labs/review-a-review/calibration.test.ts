import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { labData } from "../../../../tests/support/screens/labs.tsx";
import { writeLabState } from "../../../domain/course/labState.ts";
import {
  begin,
  compare,
  grade,
  improveFirst,
  levelOf,
  oursOf,
  stateSchema,
  totalOf,
  withMark,
} from "./calibration.ts";
import { dataSchema } from "./data.ts";
import { apartWords, differenceWords, leanWords, movementWords, verdictWords } from "./words.ts";

const RAW = labData("review-a-review");
const DATA = dataSchema.parse(RAW);
const { criteria, sections, samples } = DATA;
const lesson = (file: string) =>
  readFileSync(join(import.meta.dirname, "../../../../content/lessons/11-capstone", file), "utf8");

test("more and fewer points cancel out in the lean, but not in how far apart the scores are", () => {
  expect(compare([4, 1, 3, 2, 0], [3, 2, 3, 2, 0])).toEqual({
    differences: [1, -1, 0, 0, 0],
    lean: 0,
    apart: 0.4,
  });
  expect(compare([4, 4, 4, 3, 3], [3, 4, 3, 2, 0])).toMatchObject({ lean: 1.2, apart: 1.2 });
  expect(compare([3, 2, 3, 2, 0], [3, 4, 3, 2, 0])).toMatchObject({ lean: -0.4, apart: 0.4 });
});

test("the lean, the distance and the movement are put into words", () => {
  expect([differenceWords(1), differenceWords(-2), differenceWords(0)]).toEqual([
    "1 point more generous",
    "2 points stricter",
    "the same",
  ]);
  expect(leanWords(-0.4)).toBe("On average you were 0.4 points per criterion stricter than we were.");
  expect(leanWords(0)).toBe("On average you were neither more generous nor stricter than we were.");
  expect(apartWords(1)).toBe("Your scores and ours were 1 point apart on average, whichever way.");
  expect(apartWords(0)).toBe("All five of your scores are the same as ours.");
  expect(movementWords(1.2, 0.4)).toMatch(/closer to our scores: from 1.2 points to 0.4 points/);
  expect(movementWords(0.4, 1)).toMatch(/further from our scores: from 0.4 points to 1 point/);
  expect(movementWords(0.4, 0.4)).toMatch(/as far from our scores as before: 0.4 points/);
});

test("the criterion to improve is the weakest, and of equal ones the first that must not be 0", () => {
  expect(improveFirst(criteria, [3, 2, 3, 1, 4])).toBe(3);
  expect(improveFirst(criteria, [2, 2, 3, 2, 4])).toBe(3);
  expect(improveFirst(criteria, [1, 1, 3, 3, 4])).toBe(0);
  expect(improveFirst(criteria, [4, 4, 4, 4, 4])).toBeNull();
});

test("12 points pass, unless one of criteria 3, 4 and 5 has a 0", () => {
  const result = (...marks: number[]) => verdictWords(grade(DATA, marks));
  expect(result(0, 3, 3, 3, 3)).toBe("a pass");
  expect(result(3, 3, 3, 3, 0)).toBe("not a pass, because of a 0 in criterion 5");
  expect(result(3, 0, 0, 0, 4)).toBe("not a pass, because of a 0 in criteria 3 and 4 and 5 points too few");
  expect(result(3, 2, 2, 2, 2)).toBe("not a pass, because of 1 point too few");
});

test("both samples earn 12 of our points, and only the second passes", () => {
  expect(samples.map((sample) => totalOf(oursOf(sample)))).toEqual([12, 12]);
  expect(samples.map((sample) => verdictWords(grade(DATA, oursOf(sample))))).toEqual([
    "not a pass, because of a 0 in criterion 5",
    "a pass",
  ]);
});

test("a sample has 300 to 450 words, and each of our reasons has two sentences", () => {
  for (const { title, sections: texts, scores } of samples) {
    const words = texts.join(" ").split(/\s+/).length;
    expect(words, title).toBeGreaterThanOrEqual(300);
    expect(words, title).toBeLessThanOrEqual(450);
    for (const { reason } of scores) expect(reason.match(/[.?!]”?(?= [A-Z“]|$)/g), reason).toHaveLength(2);
  }
});

test("the rubric and the workbook fields are those of lesson 11", () => {
  const rubric = lesson("sheets/rubric.md");
  for (const [row, { name, levels }] of criteria.entries())
    expect(rubric).toContain(`| ${row + 1}. ${name} | ${levels.join(" | ")} |`);
  const zeros = criteria.flatMap(({ needed }, row) => (needed ? [row + 1] : []));
  expect(rubric).toContain(`pass=${DATA.passMarks} zeros="${zeros.join(", ")}"`);
  const text = lesson("lesson.md");
  for (const { field } of sections) expect(text).toContain(`::field{id="${field}"`);
});

test("one and two points have the same level", () => {
  const [first] = criteria;
  expect([0, 1, 2, 3, 4].map((score) => first && levelOf(first, score))).toEqual(
    [0, 1, 1, 2, 3].map((level) => first?.levels[level]),
  );
});

test("data with a missing criterion, a score of 5 or a quote that is not in the text is rejected", () => {
  const faults = (change: (data: z.infer<typeof dataSchema>) => unknown) => {
    const copy = structuredClone(DATA);
    change(copy);
    return z
      .safeParse(dataSchema, copy)
      .error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  };
  expect(faults((data) => data.criteria.pop())).toContain("criteria: must have 5 criteria");
  expect(faults((data) => data.samples[0].scores.pop())).toContain("samples.0.scores: must have 5 scores");
  expect(faults((data) => Object.assign(data.samples[1].scores[4] ?? {}, { score: 5 }))?.[0]).toMatch(
    /^samples\.1\.scores\.4\.score: /,
  );
  expect(
    faults((data) => Object.assign(data.samples[0].scores[1] ?? {}, { quote: "never written" })),
  ).toEqual(["samples.0.scores.1.quote: must be copied from section 3"]);
});

test("a score is set in the review on screen, and a stored state must fit the data", () => {
  const schema = stateSchema(DATA);
  const start = begin(DATA);
  const scored = withMark({ ...start, at: 1, compared: 1 }, 4, 3);
  expect(scored.marks[1]).toEqual([null, null, null, null, 3]);
  expect(scored.marks[0]).toEqual(start.marks[0]);
  expect(z.safeParse(schema, start).success).toBe(true);
  expect(z.safeParse(schema, scored).success).toBe(false);
  expect(z.safeParse(schema, { ...start, at: 2 }).success).toBe(false);
});

test("the fullest state fits into 4,000 characters", () => {
  const full = [4, 4, 4, 4, 4];
  const state = { at: 2, compared: 2, guesses: [20, 20], marks: [full, full, full] };
  expect(z.safeParse(stateSchema(DATA), state).success).toBe(true);
  expect(writeLabState(state, true).length).toBeLessThan(4_000);
});
