// @vitest-environment jsdom
import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Spinner } from "../Spinner.tsx";
import { useAfterFirstPaint } from "./appReady.ts";

function Page({ opening = "" }: { opening?: string }) {
  const isPainted = useAfterFirstPaint();
  return (
    <main>
      {opening && <Spinner label={opening} />}
      {isPainted && <p>The rest</p>}
    </main>
  );
}

const rest = () => screen.queryByText("The rest");
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const A_FRAME_MS = 20;

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe("what is not needed to read a page", () => {
  it("waits for the frame that shows the page", async () => {
    render(<Page />);
    expect(rest()).toBeNull();
    await pass(A_FRAME_MS);
    expect(rest()).not.toBeNull();
  });

  it("waits while the page shows only a spinner", async () => {
    const { rerender } = render(<Page opening="Opening the lesson…" />);
    await pass(1_000);
    expect(rest()).toBeNull();
    rerender(<Page />);
    await pass(A_FRAME_MS);
    expect(rest()).not.toBeNull();
  });

  it("starts after five seconds even if the page is still waiting", async () => {
    render(<Page opening="Loading your courses…" />);
    await pass(5_000 + A_FRAME_MS);
    expect(rest()).not.toBeNull();
  });
});
