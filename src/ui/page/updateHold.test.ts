import { expect, test } from "vitest";
import { holdUpdates, isHoldingUpdates } from "./updateHold.ts";

test("updates are postponed until the last screen that postpones them is closed", () => {
  const releaseQuiz = holdUpdates();
  const releaseCheckout = holdUpdates();
  releaseQuiz();
  expect(isHoldingUpdates()).toBe(true);
  releaseCheckout();
  expect(isHoldingUpdates()).toBe(false);
});
