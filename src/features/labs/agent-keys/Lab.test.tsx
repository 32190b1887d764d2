// @vitest-environment jsdom
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { labData, openLab } from "../../../../tests/support/screens/labs.tsx";
import { isLabDone } from "../../../domain/course/labState.ts";
import Lab from "./Lab.tsx";

const DATA = labData("agent-keys");

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const choose = (group: string, option: string) =>
  fireEvent.click(within(screen.getByRole("group", { name: group })).getByRole("radio", { name: option }));

test("a learner sees the harm that the report leaves out, rewinds with other keys, and prevents it", () => {
  const { last, leave } = openLab(Lab, DATA);
  fireEvent.click(screen.getByRole("radio", { name: "Nothing bad" }));
  press("Let it run");
  expect(screen.getByText("A stranger now has all your contracts.")).toBeDefined();
  expect(screen.getByText("You expected: nothing bad.")).toBeDefined();
  expect(screen.getByText(/^“Done: Compare the delivery with the contract;/)).toBeDefined();
  expect(isLabDone(last())).toBe(false);

  press("Rewind, with other keys");
  choose("Send and delete mail", "Never");
  choose("Pay", "Ask me");
  press("Let it run");
  expect(screen.getByText("Pay invoice 2207, £180, to the supplier’s usual account?")).toBeDefined();
  press("Approve");
  const half = last();
  leave();

  const again = openLab(Lab, DATA, half);
  expect(screen.getByText("Pay invoice 2208, £1,840, to the supplier’s new account?")).toBeDefined();
  press("Refuse");
  expect(
    screen.getByText(/^No harm was done\. 3 of 3 jobs are finished, and you were asked 2 times\.$/),
  ).toBeDefined();
  expect(isLabDone(again.last())).toBe(true);
  expect(within(screen.getByRole("table", { name: "Sets of keys" })).getByText("48")).toBeDefined();
});
