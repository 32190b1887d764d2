// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { untilStoreIsRead } from "../../../tests/support/screens/enrollment.ts";
import {
  deviceHasRoom,
  deviceIsFull,
  press,
  RIGHT,
  signedInLearner,
} from "../../../tests/support/screens/player.tsx";
import { storeRows } from "../../../tests/support/screens/storedRows.ts";
import { expectConsoleError } from "../../../tests/support/setup/failOnConsoleError.ts";
import { forgetIdentity } from "../../db/store/active.ts";
import type { LearnerDb } from "../../db/store/learnerDb.ts";
import { KEPT_RESULT, keepResult, keptResult } from "../../db/study/keptResult.ts";
import { readRow, readRows } from "../../db/synced/readRows.ts";
import { attempt } from "../../entities/attempt/attempt.ts";
import { progress } from "../../entities/progress/progress.ts";
import KeptResultNotice from "./KeptResultNotice.tsx";

const QUIZ = { lessonId: "1", lessonVersion: 1, answers: [3, 1, 2, 3, 0], correctAnswers: RIGHT } as const;
const HOUR_MS = 60 * 60 * 1000;
const QUESTION = "Add your result of lesson 1?";

beforeEach(() => localStorage.clear());
afterEach(async () => {
  cleanup();
  deviceHasRoom();
  vi.useRealTimers();
  await forgetIdentity();
});

/** A visitor passed and kept the result two hours ago. */
function keptEarlier(): void {
  keepResult({ ...QUIZ, answers: [...QUIZ.answers], correctAnswers: [...RIGHT] });
  const stored = JSON.parse(localStorage.getItem(KEPT_RESULT) ?? "");
  localStorage.setItem(KEPT_RESULT, JSON.stringify({ ...stored, keptAt: Date.now() - 2 * HOUR_MS }));
}

/** A learner who has been enrolled for this long. */
async function enrolledFor(hours: number): Promise<LearnerDb> {
  const db = await signedInLearner();
  const enrolledAt = new Date(Date.now() - hours * HOUR_MS).toISOString();
  await db.meta.put({ key: "studyStart", value: { registeredAt: enrolledAt, enrolledAt } });
  return db;
}

describe("S-160: a result that a visitor kept", () => {
  it("becomes an attempt of a learner who has bought the course since, dated when they say that it is theirs", async () => {
    keptEarlier();
    const db = await enrolledFor(1);
    render(<KeptResultNotice />);
    await screen.findByText(QUESTION);
    expect(await readRows(db, attempt)).toEqual([]);
    await press("Yes, add it");
    await waitFor(() => expect(screen.queryByText(QUESTION)).toBeNull());
    const [added] = await readRows(db, attempt);
    // The server has yet to grade it.
    expect(added).toMatchObject({ lessonId: "1", answers: QUIZ.answers, score: 80, receivedAt: null });
    expect(Date.parse(added?.takenAt ?? "")).toBeGreaterThan(Date.now() - HOUR_MS);
    expect(await readRow(db, progress, "1")).toMatchObject({ completed: true, quizScore: 80 });
    expect(keptResult()).toBeNull();
  });

  it("is deleted, and nothing is added, when they say that it is not theirs", async () => {
    keptEarlier();
    const db = await enrolledFor(1);
    render(<KeptResultNotice />);
    await press("No, delete it");
    await waitFor(() => expect(screen.queryByText(QUESTION)).toBeNull());
    expect(await readRows(db, attempt)).toEqual([]);
    expect(keptResult()).toBeNull();
  });

  it.each<[who: string, sign: () => Promise<LearnerDb>]>([
    ["was enrolled before, and may be someone else at a shared device", () => enrolledFor(3)],
    ["has no course", () => signedInLearner("notEnrolled")],
    [
      "has a result as good",
      async () => {
        const db = await enrolledFor(1);
        await storeRows(db, progress, [{ lessonId: "1", completed: true, completedAt: null, quizScore: 80 }]);
        return db;
      },
    ],
  ])("is not offered to a learner who %s", async (_, sign) => {
    keptEarlier();
    const db = await sign();
    render(<KeptResultNotice />);
    await untilStoreIsRead(db);
    expect(screen.queryByText(QUESTION)).toBeNull();
    expect(keptResult()).not.toBeNull();
  });

  it("is still there when this device could not store the attempt", async () => {
    expectConsoleError(/Failed to save quiz score/);
    keptEarlier();
    await enrolledFor(1);
    render(<KeptResultNotice />);
    await screen.findByText(QUESTION);
    deviceIsFull();
    await press("Yes, add it");
    await screen.findByRole("button", { name: "Yes, add it" });
    expect(keptResult()).not.toBeNull();
  });

  it("is forgotten after 30 days, or if it is damaged", () => {
    keptEarlier();
    vi.useFakeTimers({ now: Date.now() + 30 * 24 * HOUR_MS, toFake: ["Date"] });
    expect(keptResult()).toBeNull();
    expect(localStorage.getItem(KEPT_RESULT)).toBeNull();
    for (const damaged of ["", "null", "{}", '{"quiz":{"lessonId":"2"},"keptAt":1}']) {
      localStorage.setItem(KEPT_RESULT, damaged);
      expect(keptResult()).toBeNull();
    }
  });
});
