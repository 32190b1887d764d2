// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test } from "vitest";
import { noteSilence, noteStoreTrouble } from "../db/storeTrouble.ts";
import { AuthProvider } from "../platform/auth.tsx";
import LearnerNotices from "./LearnerNotices.tsx";

afterEach(() => {
  cleanup();
  noteStoreTrouble("none");
});

function show() {
  render(
    <MemoryRouter>
      <AuthProvider>
        <LearnerNotices />
      </AuthProvider>
    </MemoryRouter>,
  );
}

test("a store that does not answer is explained, with what to do, until it answers", () => {
  show();
  let end = () => {};
  act(() => {
    end = noteSilence();
  });
  screen.getByText("Your browser’s storage isn’t responding");
  screen.getByText(/^Close the other tabs of the academy, or restart the browser\./);
  screen.getByRole("button", { name: "Try again" });
  act(() => end());
  expect(screen.queryByText("Your browser’s storage isn’t responding")).toBeNull();
});

test("a browser that stores nothing is explained, and no work is said to be kept", () => {
  show();
  act(() => noteStoreTrouble("unavailable"));
  screen.getByText("This browser stores nothing for the academy");
  screen.getByText(/you cannot sign in, and nothing that you do in a lesson is kept\./);
  screen.getByText(/allow site data for this site in the settings of your browser, then reload\./);
  screen.getByRole("button", { name: "Reload" });
});
