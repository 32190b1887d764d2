// @vitest-environment jsdom
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { labData, openLab } from "../../../../tests/support/screens/labs.tsx";
import { isLabDone, readLabState } from "../../../domain/course/labState.ts";
import Lab from "./Lab.tsx";

const DATA = labData("draw-relationships");
const LATER = /^Not here, because .*Those who come later/;

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const write = (name: string | RegExp, value: string) =>
  fireEvent.change(screen.getByRole("textbox", { name }), { target: { value } });
const choose = (name: string, value: string) =>
  fireEvent.change(screen.getByRole("combobox", { name }), { target: { value } });
const focused = () => document.activeElement?.textContent;

test("a learner predicts, sees whom the case leaves out, changes the map, and finds it again after a reload", () => {
  const { last, leave } = openLab(Lab, DATA);
  press("Map the made-up case");
  expect(focused()).toBe("1. Your map");
  choose("How many will it find?", "2");
  expect(isLabDone(last())).toBe(false);
  press("Find whom I left out");
  expect(focused()).toBe("2. Whom did you leave out?");
  screen.getByText("Your device found 4. You said 2.");
  expect(isLabDone(last())).toBe(true);

  fireEvent.click(screen.getByRole("checkbox", { name: "Can say no: Office" }));
  screen.getByText("Your device found 4. You said 2. After your changes: 3.");
  press("Remove Caretakers");
  screen.getByText("Caretakers was removed.");
  expect(focused()).toBe("People and groups: 5 of 14");
  press("Add to the map: Their families");
  expect(focused()).toBe("On the map. Add a tie to them in part 1.");
  press("Leave out: Those who come later");
  screen.getByText("Write a reason.");
  write(LATER, "the trial ends in May");
  press("Leave out: Those who come later");
  expect(focused()).toBe("Not here, because the trial ends in May");
  const stored = last();
  leave();

  openLab(Lab, DATA, stored);
  screen.getByText("Your device found 4. You said 2. After your changes: 3.");
  screen.getByText("Not here, because the trial ends in May");
  press("Think again: Those who come later");
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: LATER }).value).toBe("the trial ends in May");
  press("Start again");
  expect(focused()).toBe("1. Choose a system");
});

test("a learner draws a map of their own with native controls, and changes and removes ties", () => {
  openLab(Lab, DATA);
  press("Map my own system");
  screen.getByText("Write what the system is called.");
  write("Your system", "Essay marker");
  press("Map my own system");
  screen.getByText(
    "The search starts when the map has two people or groups besides the system, and one tie.",
  );
  for (const name of ["Tutor", "Student"]) {
    write("A person or a group", name);
    press("Add to the map");
  }
  screen.getByText("Student was added. The map has 3 of 14.");
  write("A person or a group", "student");
  press("Add to the map");
  screen.getByText("This name is on the map already.");

  press("Add the tie");
  screen.getByText("Choose the two people or groups and the state of the tie.");
  choose("Between", "Tutor");
  choose("And", "Student");
  fireEvent.click(screen.getByRole("radio", { name: "Strained" }));
  write(/^What Tutor owes Student/, 'a "real" reader');
  press("Add the tie");
  screen.getByText("Tutor – Student was added. The map has 1 of 30 ties.");
  expect(focused()).toBe("Ties: 1 of 30");
  screen.getByText("Tutor owes Student: a ”real” reader");

  press("Change Tutor – Student");
  expect(document.activeElement).toBe(screen.getByRole("combobox", { name: "Between" }));
  fireEvent.click(screen.getByRole("radio", { name: "Cut off" }));
  press("Keep the change");
  screen.getByText("Tutor – Student was changed.");
  choose("Between", "Student");
  choose("And", "Essay marker");
  screen.getByText(/^A system owes nothing, but/);
  fireEvent.click(screen.getByRole("radio", { name: "Joined" }));
  press("Add the tie");
  press("Remove Tutor – Student");
  screen.getByText("Tutor – Student was removed.");
  press("Remove Student");
  screen.getByText("Student was removed, with 1 tie.");
});

test("a person is moved with the arrow keys or buttons, and put back into the circle", () => {
  const { last } = openLab(Lab, DATA);
  press("Map the made-up case");
  const before = last();
  const officeX = () =>
    (readLabState(last()) as { people: [string, number, number, number][] }).people[1]?.[2] ?? 0;
  const office = screen.getByRole("button", { name: "Move 2, Office" });
  fireEvent.keyDown(office, { key: "ArrowRight" });
  screen.getByText(/^Office was moved right, to \d+ across and \d+ down\.$/);
  expect(office.getAttribute("aria-pressed")).toBe("true");
  const x = officeX();
  press("Left");
  press("Left");
  expect(officeX()).toBeLessThan(x);
  press("Put everyone back in the circle");
  expect(last()).toBe(before);
});

test("a map that is full says so instead of offering the form", () => {
  const people = Array.from({ length: 14 }, (_, index) => [`Group ${index}`, 0, -1, -1]);
  const absent = [null, null, null, null, null, null];
  openLab(
    Lab,
    DATA,
    `open\n${JSON.stringify({ people, ties: [[1, 2, 0, "", ""]], guess: 1, found: 3, absent })}`,
  );
  expect(screen.queryByRole("textbox", { name: "A person or a group" })).toBeNull();
  expect(screen.getAllByText(/^The map is full: it holds 14/).length).toBeGreaterThan(1);
  const list = screen.getByRole("button", { name: "Remove Group 13" }).closest("li");
  expect(list && within(list).getByText("Group 13")).toBeTruthy();
});
