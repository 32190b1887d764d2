// @vitest-environment jsdom
import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { expectConsoleError } from "../../../tests/support/setup/failOnConsoleError.ts";
import { StorageFailure } from "../../db/store/storageFailure.ts";
import type { MarksIsland } from "../../domain/course/island.ts";
import { SelfMarking } from "./SelfMarking.tsx";

const row = (number: number, needed: boolean): MarksIsland["rows"][number] => ({
  fieldId: `l11-mark-${number}`,
  criterion: `Criterion ${number}`,
  needed,
  levels: ["Absent", "Thin", "Clear", "Full"],
});
const ISLAND: MarksIsland = {
  kind: "marks",
  id: "marks",
  title: "Your marks",
  passMarks: 5,
  rows: [row(1, false), row(2, true)],
};
const write = vi.fn(async (_fieldId: string, _marks: string) => {});

afterEach(() => {
  write.mockReset();
});

function show() {
  const element = (stored: Record<string, string>) => (
    <SelfMarking island={ISLAND} answerTo={(fieldId) => stored[fieldId] ?? ""} onMark={write} />
  );
  const { rerender } = render(element({}));
  return { store: (stored: Record<string, string>) => rerender(element(stored)) };
}

const choices = (number: number) =>
  within(
    screen.getByRole("group", { name: new RegExp(`Criterion ${number}`) }),
  ).getAllByRole<HTMLInputElement>("radio");
const choose = (number: number, marks: number) => fireEvent.click(choices(number)[marks] as HTMLElement);
const chosen = (number: number) => choices(number).findIndex(({ checked }) => checked);

test("in self-marking, a mark is shown before it is stored and is replaced by a later mark from another tab", () => {
  const { store } = show();
  choose(1, 3);
  expect(chosen(1)).toBe(3);
  store({ "l11-mark-1": "3" });
  expect(chosen(1)).toBe(3);
  store({ "l11-mark-1": "" });
  expect(chosen(1)).toBe(-1);
});

test("in self-marking, a mark that could not be stored is not shown", async () => {
  expectConsoleError(/Failed to save marks/);
  write.mockRejectedValueOnce(new StorageFailure("quota", "full"));
  show();
  await act(async () => void choose(1, 3));
  expect(chosen(1)).toBe(-1);
});
