// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { lazyPart, MissingDialog } from "./lazyPart.tsx";
import { currentToasts } from "./toast.ts";

const QUIZ = { default: ({ name }: { name: string }) => <p>Here: {name}</p> };
const NoQuiz = () => <p>No quiz</p>;
const lost = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.mocked(console.warn).mockRestore();
  cleanup();
});

test("a part whose code arrives is shown, after its fallback", async () => {
  const Part = lazyPart(async () => QUIZ, { fallback: <p>Opening…</p> });
  render(<Part name="quiz" />);
  screen.getByText("Opening…");
  await screen.findByText("Here: quiz");
  expect(screen.queryByText(/could not be loaded/)).toBeNull();
});

test("a reader keeps the page when the code of one part does not arrive, and fetches that part again by a button", async () => {
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

test("a part that cannot be fetched a second time offers a reload as well", async () => {
  const Part = lazyPart<{ name: string }>(lost);
  render(<Part name="quiz" />);
  expect(screen.queryByRole("button", { name: "Reload the page" })).toBeNull();
  fireEvent.click(await screen.findByRole("button", { name: "Try again" }));
  await screen.findByText(/still cannot be loaded/);
  screen.getByRole("button", { name: "Reload the page" });
  screen.getByRole("button", { name: "Try again" });
});

test("a part that failed is fetched again when it is shown the next time", async () => {
  const load = vi.fn<() => Promise<typeof QUIZ>>().mockImplementationOnce(lost).mockResolvedValue(QUIZ);
  const Part = lazyPart(load, { Missing: NoQuiz });
  const { unmount } = render(<Part name="quiz" />);
  await screen.findByText("No quiz");
  unmount();
  render(<Part name="quiz" />);
  await screen.findByText("Here: quiz");
});

test("a part that leaving the page cut off is fetched again when Back shows the page", async () => {
  const load = vi.fn<() => Promise<typeof QUIZ>>().mockImplementationOnce(lost).mockResolvedValue(QUIZ);
  const Part = lazyPart(load, { Missing: NoQuiz });
  render(<Part name="quiz" />);
  await waitFor(() => expect(console.warn).toHaveBeenCalled());
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  await screen.findByText("Here: quiz");
});

test("a dialog whose code does not arrive says so in a message and closes, so that its button works again", async () => {
  const Part = lazyPart<{ onClose: () => void }>(lost, { Missing: MissingDialog });
  const onClose = vi.fn();
  render(<Part onClose={onClose} />);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(currentToasts().at(-1)?.title).toBe(
    "This could not be opened. Check your connection and try again.",
  );
});
