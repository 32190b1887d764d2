// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { currentToasts } from "../overlay/toast.ts";
import { lazyPart, MissingDialog } from "./lazyPart.tsx";

const QUIZ = { default: ({ name }: { name: string }) => <p>Here: {name}</p> };
const NoQuiz = () => <p>No quiz</p>;
const lost = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.mocked(console.warn).mockRestore();
});

test("a lazy part replaces its fallback once its code has loaded", async () => {
  const Part = lazyPart(async () => QUIZ, { fallback: <p>Opening…</p> });
  render(<Part name="quiz" />);
  screen.getByText("Opening…");
  await screen.findByText("Here: quiz");
  expect(screen.queryByText(/could not be loaded/)).toBeNull();
});

test("the page stays usable if a lazy part fails to load, and a button loads the part again", async () => {
  const load = vi.fn<() => Promise<typeof QUIZ>>().mockImplementationOnce(lost).mockResolvedValue(QUIZ);
  const Part = lazyPart(load);
  render(
    <>
      <p>The text of the lesson</p>
      <Part name="quiz" />
    </>,
  );
  await screen.findByText("This part of the page could not be loaded. The rest of the page works.");
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("Here: quiz");
  screen.getByText("The text of the lesson");
  expect(load).toHaveBeenCalledTimes(2);
});

test("a lazy part that fails twice also offers a reload", async () => {
  const Part = lazyPart<{ name: string }>(lost);
  render(<Part name="quiz" />);
  expect(screen.queryByRole("button", { name: "Reload the page" })).toBeNull();
  fireEvent.click(await screen.findByRole("button", { name: "Try again" }));
  await screen.findByText(/still cannot be loaded/);
  screen.getByRole("button", { name: "Reload the page" });
  screen.getByRole("button", { name: "Try again" });
});

test("a failed lazy part is loaded again the next time it is shown", async () => {
  const load = vi.fn<() => Promise<typeof QUIZ>>().mockImplementationOnce(lost).mockResolvedValue(QUIZ);
  const Part = lazyPart(load, { Missing: NoQuiz });
  const { unmount } = render(<Part name="quiz" />);
  await screen.findByText("No quiz");
  unmount();
  render(<Part name="quiz" />);
  await screen.findByText("Here: quiz");
});

test("a lazy dialog that fails to load shows a message and closes, so that its button works again", async () => {
  const Part = lazyPart<{ onClose: () => void }>(lost, { Missing: MissingDialog });
  const onClose = vi.fn();
  render(<Part onClose={onClose} />);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(currentToasts().at(-1)?.title).toBe(
    "This could not be opened. Check your connection and try again.",
  );
});
