// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, expect, test } from "vitest";
import { lazyPart } from "./lazyPart.tsx";

afterEach(cleanup);

test("a reader keeps the page when the code of one part of it does not come, and can load it again", async () => {
  const Part = lazyPart<{ name: string }>(() => Promise.reject(new TypeError("Failed to fetch")));
  render(
    <Suspense>
      <p>The text of the lesson</p>
      <Part name="quiz" />
    </Suspense>,
  );
  await screen.findByText(/A part of this page could not be loaded/);
  screen.getByText("The text of the lesson");
  screen.getByRole("button", { name: "Load the page again" });
});

test("a part whose code comes is shown", async () => {
  const Part = lazyPart<{ name: string }>(async () => ({ default: ({ name }) => <p>Here: {name}</p> }));
  render(
    <Suspense>
      <Part name="quiz" />
    </Suspense>,
  );
  await screen.findByText("Here: quiz");
  expect(screen.queryByText(/could not be loaded/)).toBeNull();
});
