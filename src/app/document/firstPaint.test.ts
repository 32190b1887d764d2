// @vitest-environment jsdom
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { firstPaint } from "./firstPaint.ts";

let reportPaint: (() => void) | undefined;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  reportPaint = undefined;
  vi.stubGlobal(
    "PerformanceObserver",
    class {
      static supportedEntryTypes = ["paint"];
      constructor(callback: () => void) {
        reportPaint = callback;
      }
      observe() {}
      disconnect() {
        reportPaint = undefined;
      }
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function pretendIsLoading(): void {
  const readyState = vi.spyOn(document, "readyState", "get").mockReturnValue("loading");
  onTestFinished(() => readyState.mockRestore());
}

/** Returns whether the promise has resolved. */
async function isOver(waiting: Promise<void>): Promise<boolean> {
  let isDone = false;
  void waiting.then(() => {
    isDone = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  return isDone;
}

test("firstPaint resolves at the first paint that the browser reports, and stops observing", async () => {
  pretendIsLoading();
  const waiting = firstPaint();
  expect(await isOver(waiting)).toBe(false);
  reportPaint?.();
  expect(await isOver(waiting)).toBe(true);
  expect(reportPaint).toBeUndefined();
});

test("firstPaint resolves half a second after loading if the browser reports no paint, as Firefox does for scrolled pages", async () => {
  pretendIsLoading();
  const waiting = firstPaint();
  window.dispatchEvent(new Event("load"));
  await vi.advanceTimersByTimeAsync(499);
  expect(await isOver(waiting)).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await isOver(waiting)).toBe(true);
});

test("firstPaint resolves after five seconds if the page never finishes loading", async () => {
  pretendIsLoading();
  const waiting = firstPaint();
  await vi.advanceTimersByTimeAsync(4_999);
  expect(await isOver(waiting)).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await isOver(waiting)).toBe(true);
});

test("firstPaint resolves immediately in a background tab", async () => {
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  onTestFinished(() => hidden.mockRestore());
  expect(await isOver(firstPaint())).toBe(true);
});
