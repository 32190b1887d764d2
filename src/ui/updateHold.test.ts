import { expect, test } from "vitest";
import { holdUpdates, isHoldingUpdates } from "./updateHold.ts";

test("updates are held until the last screen that would lose something is gone", () => {
  const releaseQuiz = holdUpdates();
  const releaseCheckout = holdUpdates();
  releaseQuiz();
  expect(isHoldingUpdates()).toBe(true);
  releaseCheckout();
  expect(isHoldingUpdates()).toBe(false);
});
