import { expect, test } from "vitest";
import { labData } from "../../../../tests/support/screens/labs.tsx";
import { writeLabState } from "../../../domain/course/labState.ts";
import { answerTo, begin, changesByPart, FULL_BRIEF, scoreOf, stateSchema, toggled } from "./brief.ts";
import { dataSchema } from "./data.ts";

const data = dataSchema.parse(labData("brief-it"));
const MASKS = Array.from({ length: FULL_BRIEF + 1 }, (_, mask) => mask);
const [GOAL, CONTEXT, EXAMPLE, FORMAT, LIMITS] = [1, 2, 4, 8, 16];
const textOf = (mask: number) => answerTo(data, mask).flatMap(({ text }) => text || []);

test("all 32 briefs have different answers of whole sentences", () => {
  expect(new Set(MASKS.map((mask) => textOf(mask).join(" "))).size).toBe(32);
  for (const text of MASKS.flatMap(textOf)) expect(text).toMatch(/^[A-Z].*[.,!?]$/);
});

test("every answer keeps to the parts that are in its brief", () => {
  for (const mask of MASKS) {
    const answer = textOf(mask).join(" ");
    const has = (part: number | undefined) => (mask & (part ?? 0)) !== 0;
    expect(answer.includes("15 March")).toBe(has(CONTEXT));
    expect(answer.includes("We promise")).toBe(!has(LIMITS));
    expect(answer.includes("[ASK]")).toBe(has(LIMITS));
    expect(answer.startsWith(has(FORMAT) ? (has(CONTEXT) ? "Repair café" : "Our repair") : "")).toBe(true);
    expect(answer.includes("Hello all,")).toBe(has(EXAMPLE));
    expect(/[Yy]our booking|you have a booking|If you cannot|if you cannot/.test(answer)).toBe(has(GOAL));
    if (has(FORMAT)) expect(answer.split(" ").length).toBeLessThanOrEqual(80);
  }
});

test("only the answer to the full brief has no note", () => {
  const unnoted = MASKS.filter((mask) => answerTo(data, mask).every(({ note }) => note === undefined));
  expect(unnoted).toEqual([FULL_BRIEF]);
});

test("the limits change most pieces over 16 pairs of briefs, closely followed by the context", () => {
  expect(changesByPart(data)).toEqual([32, 40, 32, 32, 44]);
});

test("marks are counted as hits, misses and false alarms, with the time per find", () => {
  const marks = toggled(toggled(toggled([], 2, 20), 0, 30), 4, 50);
  expect(scoreOf(data, marks)).toEqual({ errors: 4, hits: 2, misses: 2, falseAlarms: 1, perFind: 25 });
  expect(toggled(marks, 0, 60)).toEqual([
    { sentence: 2, at: 20 },
    { sentence: 4, at: 50 },
  ]);
  expect(scoreOf(data, []).perFind).toBe(null);
});

test("a missing variant of an answer is refused by name", () => {
  const wrong = structuredClone(data);
  delete wrong.pieces[2]?.variants["goal+limits"];
  expect(dataSchema.safeParse(wrong).error?.issues[0]).toMatchObject({
    path: ["pieces", 2, "variants"],
    message: "must have the variant goal+limits",
  });
});

test("the longest state has less than 4,000 characters", () => {
  const marks = data.sentences.map((_, sentence) => ({ sentence, at: 359_999 }));
  const longest = { guess: 4, mask: 31, tried: MASKS, expected: 4, marks, isChecked: true };
  expect(stateSchema(data).safeParse(longest).success).toBe(true);
  expect(stateSchema(data).safeParse({ ...begin(data), mask: 32 }).success).toBe(false);
  expect(writeLabState(longest, true).length).toBeLessThan(4000);
});
