// @vitest-environment jsdom
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { StorageFailure } from "../../db/store/storageFailure.ts";
import { WorkbookField } from "./WorkbookField.tsx";

const FIELD = { id: "l03-case", label: "Your case", hint: "No names.", lines: 3 };
const write = vi.fn(async (_fieldId: string, _value: string) => {});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  write.mockReset();
});

function show(stored = "") {
  const element = (text: string) => <WorkbookField field={FIELD} stored={text} isKept write={write} />;
  const { rerender, unmount } = render(element(stored));
  return { store: (text: string) => rerender(element(text)), leave: unmount };
}

const control = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Your case" });
const type = (value: string) => fireEvent.change(control(), { target: { value } });
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test("a workbook field saves within half a second while typing continues", async () => {
  show();
  type("G");
  await wait(300);
  type("Go");
  await wait(199);
  expect(write).not.toHaveBeenCalled();
  await wait(1);
  expect(write.mock.calls).toEqual([["l03-case", "Go"]]);
});

test('a workbook field announces "saved" once after a pause, not on every keystroke', async () => {
  show();
  type("G");
  await wait(500);
  expect(screen.queryByText("Saved on this device")).toBeNull();
  await wait(500);
  expect(screen.getAllByRole("status")[0]?.textContent).toBe("Saved on this device");
});

test.each([
  ["leaves the field", () => fireEvent.blur(control())],
  ["closes the page", () => fireEvent(window, new Event("pagehide"))],
])("a learner who %s loses nothing that was just typed into a workbook field", async (_how, leave) => {
  show();
  type("Goal");
  leave();
  await wait(0);
  expect(write.mock.calls).toEqual([["l03-case", "Goal"]]);
});

test("a learner who opens another lesson loses nothing that was just typed into a workbook field", async () => {
  const { leave } = show();
  type("Goal");
  leave();
  expect(write.mock.calls).toEqual([["l03-case", "Goal"]]);
});

test("an idle workbook field shows what another tab wrote", async () => {
  const { store } = show("old");
  store("newer");
  expect(control().value).toBe("newer");
});

test("a workbook field whose own text has been saved shows what another tab wrote", async () => {
  const { store } = show("old");
  type("mine");
  fireEvent.blur(control());
  await wait(0);
  store("mine");
  store("theirs, later");
  expect(control().value).toBe("theirs, later");
});

test("a workbook field shows another tab's text only after the learner has left the field", async () => {
  const { store } = show("old");
  type("mine");
  await wait(1_500);
  store("theirs, later");
  expect(control().value).toBe("mine");
  fireEvent.blur(control());
  expect(control().value).toBe("theirs, later");
});

test("a workbook field keeps text that could not be stored and offers to save it again", async () => {
  write.mockRejectedValueOnce(new StorageFailure("quota", "full"));
  show();
  type("Goal");
  await wait(500);
  screen.getByText(/Not saved: this device is out of storage space/);
  expect(control().value).toBe("Goal");
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await wait(1_500);
  expect(write).toHaveBeenCalledTimes(2);
  expect(screen.queryByText(/Not saved/)).toBeNull();
});

test("a workbook field counts down near its limit and announces that the excess is not saved", async () => {
  show();
  type("x".repeat(3_599));
  expect(screen.queryByText(/characters/)).toBeNull();
  type("x".repeat(3_600));
  screen.getByText("3,600 of 4,000 characters");
  type("x".repeat(4_002));
  screen.getByText("4,002 of 4,000 characters. The last 2 are not saved: please shorten it.");
  await wait(1_500);
  expect(screen.getByRole("status").textContent).toBe("Only the first 4,000 characters are saved");
});
