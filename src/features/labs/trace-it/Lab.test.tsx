// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { expectFocus, labData, openLab, press } from "../../../../tests/support/screens/labs.tsx";
import { isLabDone } from "../../../domain/course/labState.ts";
import Lab from "./Lab.tsx";

const DATA = labData("trace-it");

const search = (query: string) =>
  fireEvent.change(screen.getByRole("searchbox", { name: "Search the library" }), {
    target: { value: query },
  });

function decide(eu: RegExp, cap: RegExp): void {
  press(eu);
  press(cap);
}

test("the library shows documents only when asked, and says when a search finds none", async () => {
  openLab(Lab, DATA);
  press("5");
  await expectFocus("Claim 1 of 8");
  const library = within(screen.getByRole("region", { name: "Library" }));
  expect(library.queryAllByRole("listitem")).toHaveLength(0);
  search("okoro");
  expect(library.getByRole("status").textContent).toBe("2 of 11 documents shown.");
  expect(library.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining("This is not a study."),
    expect.stringContaining("In Mill Lane, where the cars drove instead"),
  ]);
  search("okoro walkable");
  expect(library.getByRole("status").textContent).toMatch(/^No document has all of these words\./);
  search("");
  press("Show all 11 documents");
  expect(library.getAllByRole("listitem")).toHaveLength(11);
  press("Hide the list");
  expect(library.queryAllByRole("listitem")).toHaveLength(0);
});

test("a verdict explains itself with the passage that decides, and takes the focus", async () => {
  openLab(Lab, DATA);
  press("5");
  press(/^Says something else/);
  await expectFocus(/^You said “Says something else”\. We say “Supported”\./);
  screen.getByText(
    "“On six car-free Saturdays the average was 4,191 people, and on six other Saturdays it was 3,300.”",
  );
  press("Next claim");
  await expectFocus("Claim 2 of 8");
  press(/^Source does not exist/);
  await expectFocus(/^“Source does not exist”: that is our verdict too\./);
});

test("a learner traces eight claims with a reload in between, decides on five pictures and gets both tables", async () => {
  const first = openLab(Lab, DATA);
  press("5");
  press(/^Supported/);
  const half = first.last();
  first.leave();

  const { last } = openLab(Lab, DATA, half);
  expect(document.activeElement).toBe(document.body);
  press("Next claim");
  for (let claim = 2; claim <= 8; claim += 1) {
    press(/^Source does not exist/);
    press(claim < 8 ? "Next claim" : "See how many are supported");
  }
  screen.getByText("2 of 8 claims are supported. You said 5.");
  expect(screen.getByText(/^Your verdict was the same as ours on/).textContent).toMatch(/on 3 of 8\.$/);
  const verdicts = screen.getByRole("table", { name: "Your verdicts beside ours" });
  expect(within(verdicts).getByRole("row", { name: /^3\. The air/ }).textContent).toMatch(
    /Source does not existSays something else$/,
  );

  decide(/^No: nobody could take it/, /^No label/);
  await expectFocus(/^EU AI Act\. “No: not taken for real”: that is our answer too\./);
  press("Next picture");
  await expectFocus("Picture 2 of 5: the full street");
  screen.getByText(/About 300 people added with an AI fill tool$/);
  for (let picture = 2; picture <= 5; picture += 1) {
    expect(isLabDone(last())).toBe(false);
    decide(/^Yes: AI made or changed it/, /^Label it/);
    press(picture < 5 ? "Next picture" : "See both tables");
  }
  expect(isLabDone(last())).toBe(true);
  await expectFocus("Label it, or not");
  screen.getByText("Both of your answers were the same as ours on 2 of 5 pictures.");
  const answers = screen.getByRole("table", { name: "Your answers on the pictures beside ours" });
  expect(within(answers).getByRole("row", { name: /^The queue/ }).textContent).toBe(
    "The queue at the ice-cream shopDisclose itCannot tellLabel itCannot tell",
  );

  press("Start again");
  await expectFocus("1. Before you look");
  expect(isLabDone(last())).toBe(true);
});

test("after a reload among the pictures, the next explanation takes the focus, and not the results above it", async () => {
  const state = { guess: 2, claims: "00000000", readClaims: 8, pictures: "10", readPictures: 1 };
  openLab(Lab, DATA, `open\n${JSON.stringify(state)}`);
  decide(/^Cannot tell/, /^No label/);
  await expectFocus(/^EU AI Act\. You said “Cannot tell”\. We say “Disclose it”\./);
});

test("a state of other data is not taken over, and data that does not fit is not run", () => {
  openLab(Lab, DATA, 'done\n{"guess":9,"claims":"","readClaims":0,"pictures":"","readPictures":0}');
  expect(screen.getByRole("heading", { name: "1. Before you look" })).toBeDefined();
  cleanup();
  openLab(Lab, {});
  screen.getByText("This lab does not fit the version of the app on this device.");
});
