// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { writeAsk } from "../../domain/course/ask.ts";
import type { AskIsland } from "../../domain/course/island.ts";
import { AskField } from "./AskField.tsx";
import type { AnswersIn } from "./fields.ts";

const ISLAND: AskIsland = {
  kind: "ask",
  id: "l01-timer",
  as: "all",
  question: "Which of these learned?",
  edition: "a1b2c3",
  answers: [
    { text: "A timer", why: "It is a rule." },
    { text: "A <em>filter</em>", why: "It adjusted itself." },
    { text: "A lamp", why: "It is a switch." },
  ],
  right: [1],
  after: ["Ask who wrote the rule."],
};

function show(given?: string, give: AnswersIn["give"] = async () => undefined) {
  const answers = { givenTo: () => given, give, returns: () => true, isLost: () => false };
  return render(<AskField island={ISLAND} answers={answers} />);
}
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
/** What is on the screen: the answers are also in the document for paper. */
const shown = (text: string) => screen.queryByText(text, { ignore: ".ask-key *" }) !== null;

test("a question tells what to do, checks on request, and shows the reasons when it is answered", () => {
  show();
  press("Check");
  expect(screen.getByRole("status").textContent).toBe("Choose an answer first.");
  press("A timer");
  press("Check");
  expect(screen.getByRole("status").textContent).toBe(
    "Not quite: 1 that you marked does not fit, and 1 is missing. Try once more.",
  );
  expect(shown("It adjusted itself.")).toBe(false);
  press("A timer");
  press("A filter");
  const check = screen.getByRole("button", { name: "Check" });
  check.focus();
  fireEvent.click(check);
  expect(screen.getByRole("status").textContent).toBe("Right this time.");
  expect(document.activeElement).toBe(screen.getByRole("status"));
  for (const text of [
    "It adjusted itself.",
    "Ask who wrote the rule.",
    "We ask you this again on another day.",
  ])
    expect(shown(text)).toBe(true);
  expect(
    screen.getByRole("button", { name: "A filter, your answer, right" }).getAttribute("aria-disabled"),
  ).toBe("true");
});

test("a stored answer is shown, and one to an older edition is not taken for an answer", () => {
  const { unmount } = show(writeAsk("a1b2c3", { picked: [1], tries: 1, isOpen: false }));
  expect(screen.getByRole("status").textContent).toBe("Right.");
  unmount();
  show(writeAsk("d4e5f6", { picked: [1], tries: 1, isOpen: false }));
  expect(screen.getByRole("status").textContent).toBe("");
  screen.getByText(/This question has changed since you answered it/);
});

test("an answer that cannot be stored is shown and its reader told", async () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue(undefined);
  show(undefined, () => Promise.reject(new Error("full")));
  press("A filter");
  press("Check");
  expect((await screen.findByRole("alert")).textContent).toMatch(/Not saved/);
  expect(screen.getByRole("status").textContent).toBe("Right.");
  expect(warn).toHaveBeenCalledTimes(2);
  press("Try again");
  await waitFor(() => expect(warn).toHaveBeenCalledTimes(3));
});
