// @vitest-environment jsdom
import { act, fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { expectFocus, labData, openLab, press } from "../../../../tests/support/screens/labs.tsx";
import { isLabDone } from "../../../domain/course/labState.ts";
import Lab from "./Lab.tsx";

const DATA = labData("agent-keys");

const choose = (group: string, option: string) =>
  fireEvent.click(within(screen.getByRole("group", { name: group })).getByRole("radio", { name: option }));
const lines = () => within(screen.getByRole("log")).queryAllByRole("listitem");
const withMotion = (isReduced: boolean) => vi.stubGlobal("matchMedia", () => ({ matches: isReduced }));

beforeEach(() => {
  withMotion(true);
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

test("a learner sees the harm that the report leaves out, rewinds with other keys, and prevents it", async () => {
  const { last, leave } = openLab(Lab, DATA);
  press("Nothing bad");
  await screen.findByText(/A stranger now has all your contracts\./);
  await expectFocus("2. Watch it work");
  screen.getByText(/^You expected: nothing bad\./);
  screen.getByText(/^“Done: Compare the delivery with the contract;/);
  expect(isLabDone(last())).toBe(false);

  press("Rewind, with other keys");
  choose("Send and delete mail", "Never");
  choose("Pay", "Ask me");
  press("Let it run");
  await screen.findByText(/Pay invoice 2207, £180, to the supplier’s usual account\?$/);
  press("Approve");
  const half = last();
  leave();

  const again = openLab(Lab, DATA, half);
  screen.getByText(/Pay invoice 2208, £1,840, to the supplier’s new account\?$/);
  press("Refuse");
  await screen.findByText("No harm was done. 3 of 3 jobs are finished, and you were asked 2 times.");
  expect(isLabDone(again.last())).toBe(true);
  expect(within(screen.getByRole("table", { name: "Sets of keys" })).getByText("48")).toBeDefined();
});

test("a run is played line by line, and the rest can be shown at once", () => {
  withMotion(false);
  vi.useFakeTimers();
  openLab(Lab, DATA);
  press("Nothing bad");
  expect(lines()).toHaveLength(0);
  act(() => void vi.advanceTimersByTime(1_000));
  expect(lines()).toHaveLength(1);
  expect(screen.queryByRole("button", { name: "Rewind, with other keys" })).toBeNull();
  press("Show the rest");
  expect(lines().length).toBeGreaterThan(5);
  screen.getByRole("button", { name: "Rewind, with other keys" });
});
