// @vitest-environment jsdom
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { labData, openLab, press } from "../../../../tests/support/screens/labs.tsx";
import { memoryCaches } from "../../../../tests/support/screens/memoryCaches.ts";
import { dropTokenizer, storeTokenizer } from "../../../db/lessons/tokenizerFile.ts";
import { isLabDone, writeLabState } from "../../../domain/course/labState.ts";
import { dataSchema } from "./data.ts";
import Lab from "./Lab.tsx";
import { costOf, stateSchema } from "./state.ts";

const DATA = labData("cost-of-words");
const data = dataSchema.parse(DATA);
const FILE = readFileSync(join(import.meta.dirname, "..", "..", "..", "db", "lessons", "kept-o200k.bin"));
const PATIENCE = { timeout: 20_000 };
const MAX_STATE = 4000;

afterEach(() => {
  vi.unstubAllGlobals();
});

function predict(): void {
  press("Hindi");
  press("3");
}

test("a learner predicts, downloads the tokenizer, counts, and types a sentence that is not stored", async () => {
  const asked = vi.fn(async (_: string) => new Response(new Uint8Array(FILE)));
  vi.stubGlobal("fetch", asked);
  const { last } = openLab(Lab, DATA);
  predict();
  await screen.findByRole("button", { name: /^Download the tokenizer \(815 KB\)/ });
  expect(asked).not.toHaveBeenCalled();
  press(/^Download the tokenizer/);
  await screen.findByText(
    "Burmese needs the most: 134 tokens, 4.1 times as many as English. You said Hindi, 3 times.",
    {},
    PATIENCE,
  );
  expect(isLabDone(last())).toBe(true);
  fireEvent.click(screen.getByRole("radio", { name: "£10" }));
  const table = screen.getByRole("table", { name: "The same service in each language" });
  expect(within(table).getByRole("row", { name: /^English/ }).textContent).toContain("£33.00");
  fireEvent.change(screen.getByRole("textbox", { name: "A sentence" }), {
    target: { value: "Secret words" },
  });
  screen.getByText("2 tokens for 12 characters: 6.0 characters per token.");
  expect(last()).not.toContain("Secret");
});

test("without a connection the learner is told so and keeps the prediction", async () => {
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("Failed to fetch");
  });
  openLab(Lab, DATA);
  predict();
  fireEvent.click(await screen.findByRole("button", { name: /^Download the tokenizer/ }));
  await screen.findByText("The tokenizer could not be downloaded.");
  screen.getByText("You expect Hindi to need the most tokens, 3 times as many as English.");
});

test("with the tokenizer on the device the lab counts without a connection, and once it is removed it asks again with its size", async () => {
  vi.stubGlobal("caches", memoryCaches().caches);
  vi.stubGlobal("fetch", async () => new Response(new Uint8Array(FILE)));
  await storeTokenizer();
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("Failed to fetch");
  });
  openLab(Lab, DATA);
  predict();
  await screen.findByText(/^Burmese needs the most: 134 tokens/, {}, PATIENCE);
  expect(screen.queryByRole("button", { name: /^Download/ })).toBeNull();

  cleanup();
  await dropTokenizer();
  openLab(Lab, DATA);
  predict();
  await screen.findByRole("button", { name: "Download the tokenizer (815 KB) and count" });
  screen.getByText(/It is a file of 815 KB\./);
});

test("price, share of the window and time grow with the tokens", () => {
  expect(costOf(100, { price: 2, window: 8000, speed: 50 })).toEqual({
    pounds: 0.0002,
    fits: 80,
    seconds: 2,
  });
  expect(costOf(200, { price: 2, window: 8000, speed: 50 })).toEqual({
    pounds: 0.0004,
    fits: 40,
    seconds: 4,
  });
});

test("the largest state fits into a workbook field", () => {
  const state = { most: 11, times: 1.5, isCounted: true, price: 4, window: 3, speed: 2 };
  expect(stateSchema(data).safeParse(state).success).toBe(true);
  expect(writeLabState(state, true).length).toBeLessThan(MAX_STATE);
});
