// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { signInLearner } from "../../../../tests/support/learner.ts";
import { storeRows } from "../../../../tests/support/storedRows.ts";
import { forgetIdentity } from "../../../db/store/active.ts";
import type { LearnerDb } from "../../../db/store/learnerDb.ts";
import { achievement } from "../../../entities/achievement/achievement.ts";
import type { CompletionSlotProps } from "../slots/completionSlot.ts";
import { CourseCompletion } from "./CourseCompletion.tsx";

function Certificate({ onClose }: CompletionSlotProps) {
  return (
    <div role="dialog">
      <button type="button" onClick={onClose}>
        Close
      </button>
    </div>
  );
}

let db: LearnerDb;
beforeEach(async () => {
  db = await signInLearner();
});
afterEach(async () => {
  await forgetIdentity();
});

test("the certificate dialog opens when the course completion is stored and each time the player is loaded later (S-060)", async () => {
  render(<CourseCompletion dialog={Certificate} />);
  await storeRows(db, achievement, [{ type: "5_lessons" }]);
  expect(screen.queryByRole("dialog")).toBeNull();
  await storeRows(db, achievement, [{ type: "course_complete" }]);
  await screen.findByRole("dialog");
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  cleanup();
  render(<CourseCompletion dialog={Certificate} />);
  await screen.findByRole("dialog");
});
