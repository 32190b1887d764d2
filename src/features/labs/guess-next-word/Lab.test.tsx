// @vitest-environment jsdom
import { course } from "virtual:course-model";
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { expectFocus, labData, openLab, press } from "../../../../tests/support/screens/labs.tsx";
import { isLabDone, writeLabState } from "../../../domain/course/labState.ts";
import { dataSchema } from "./data.ts";
import Lab from "./Lab.tsx";
import { countRight, likeliest, type Model, nextTokens } from "./model.ts";
import { MAX_TEXT, stateSchema } from "./state.ts";
import { cutter, vocabularyOf } from "./tokenizer.ts";
import { TRAINING } from "./training.ts";

const DATA = labData("guess-next-word");
const data = dataSchema.parse(DATA);
const vocabulary = vocabularyOf(course.tokenizer);
const MAX_STATE = 4000;
const MAX_MODEL_BYTES = 280_000;
const PATIENCE = { timeout: 20_000 };

function favouriteAfter(start: string, model = course.models.at(-1) as Model) {
  const ids = cutter(course.tokenizer)(start).map(({ id }) => id);
  const [top] = likeliest(nextTokens(model, ids), 1);
  return { text: vocabulary[top?.id ?? 0], probability: top?.probability ?? 0 };
}

test("a learner cuts, guesses, heats, is told something false and compares, and finds it again after a reload", async () => {
  const { last, leave } = openLab(Lab, DATA);
  press(/whole words and pieces/);
  const cutWith = (step: number) => {
    fireEvent.change(screen.getByRole("slider"), { target: { value: step } });
    return within(screen.getByRole("list", { name: "The tokens" })).getAllByRole("listitem").length;
  };
  expect(cutWith(0)).toBe(data.sentence.length);
  expect(cutWith(3)).toBeLessThan(cutWith(1));
  fireEvent.click(screen.getByRole("radio", { name: "Before you …" }));
  press("read");
  await expectFocus(/^“Before you” continues/);
  screen.getByText(/^“Before you” continues with “start”, \d+%\. You said “read”, \d+%\.$/);
  press("1");
  const table = await screen.findByRole("table", { name: "20 tokens after “Before you”" }, PATIENCE);
  expect(within(table).getAllByText(/^Before you/)).toHaveLength(3);
  press("one");
  screen.getByText(/^It says “In Chinese, a token is about four”, \d+% sure at temperature 1/);
  expect(isLabDone(last())).toBe(false);
  press("50");
  const said = await screen.findByText(/^With all the text it was right in \d+ of 100/, {}, PATIENCE);
  expect(isLabDone(last())).toBe(true);
  const [stored, sentence] = [last(), said.textContent];
  leave();
  openLab(Lab, DATA, stored);
  await screen.findByText(sentence ?? "", {}, PATIENCE);
});

test("a text that the tokenizer has never met is cut as well", () => {
  openLab(Lab, DATA);
  press(/one for each letter/);
  fireEvent.change(screen.getByRole("textbox", { name: "Your own sentence" }), { target: { value: "日本" } });
  screen.getByText(/^2 tokens for 2 characters/);
  expect(screen.getAllByText("(a character that is not in the course)")).toHaveLength(2);
});

test("the build learns as many pairs as the lab shows", () => {
  expect(data.merges.at(-1)).toBe(TRAINING.merges);
  expect(course.tokenizer.merges).toHaveLength(2 * TRAINING.merges);
});

test("the model is surer of something false than of most things, as the text says", () => {
  const { text, probability } = favouriteAfter(data.claim.start);
  expect(text).toBe(" four");
  expect(data.claim.guesses).toContain("four");
  expect(probability).toBeGreaterThan(0.6);
  expect(data.claim.start).toContain("token is about");
});

test("“start” and “read” are the favourites after “Before you”, as the text says", () => {
  const ids = cutter(course.tokenizer)("Before you").map(({ id }) => id);
  const best = likeliest(nextTokens(course.models.at(-1) as Model, ids), 2);
  expect(best.map(({ id }) => vocabulary[id])).toEqual([" start", " read"]);
});

test("the more of the course a model has read, the more often it is right, about twice as often as with a tenth", () => {
  const right = course.models.map((model) => {
    const steps = countRight(model, course.tests);
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value / course.tests.length;
    }
  });
  expect(course.models.map(({ share }) => share)).toEqual([1, 10, 100]);
  expect(right).toEqual([...right].sort((a, b) => a - b));
  expect((right[2] ?? 0) / (right[1] ?? 1)).toBeGreaterThan(1.6);
  expect((right[2] ?? 0) / (right[1] ?? 1)).toBeLessThan(2.6);
});

test("every beginning has four words to choose from", () => {
  for (const start of data.starts) {
    const ids = cutter(course.tokenizer)(start).map(({ id }) => id);
    const words = likeliest(nextTokens(course.models.at(-1) as Model, ids), 6).filter(({ id }) =>
      /^ \p{L}/u.test(vocabulary[id] ?? ""),
    );
    expect(words.length, start).toBeGreaterThanOrEqual(4);
  }
});

test("the models stay below 280 KB", () => {
  expect(JSON.stringify(course).length).toBeLessThan(MAX_MODEL_BYTES);
});

test("the largest state fits into a workbook field", () => {
  const typed = "\u0001".repeat(MAX_TEXT);
  const state = {
    sentence: typed,
    step: data.merges.length - 1,
    pieces: "letters",
    start: data.starts.length - 1,
    word: vocabulary.length,
    best: data.temperatures.length - 1,
    seed: 999,
    claim: data.claim.guesses.length - 1,
    own: typed,
    right: 100,
  };
  expect(stateSchema(data).safeParse(state).success).toBe(true);
  expect(writeLabState(state, true).length).toBeLessThan(MAX_STATE);
});
