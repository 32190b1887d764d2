import { act, cleanup, configure, screen } from "@testing-library/react";
import { v4 as uuid } from "uuid";
import { afterEach, beforeEach, vi } from "vitest";
import { forgetIdentity, storeIdentity } from "../../../src/db/store/active.ts";
import { type LearnerDb, learnerDb } from "../../../src/db/store/learnerDb.ts";
import type { Access } from "../../../src/db/store/rows.ts";
import { setSyncStatus, UNTRIED } from "../../../src/db/store/syncStatus.ts";
import { LESSON_IDS, requireUserId } from "../../../src/domain/ids.ts";
import type { LocalDay } from "../../../src/domain/study/studyDays.ts";
import { achievement } from "../../../src/entities/achievement/achievement.ts";
import { progress } from "../../../src/entities/progress/progress.ts";
import { studyDay } from "../../../src/entities/studyDay/studyDay.ts";
import { Component as DashboardPage } from "../../../src/features/dashboard/DashboardPage.tsx";
import { followIdentity } from "../../../src/platform/session/authStore.ts";
import { openRoutes } from "./openRoutes.tsx";
import { storeRows } from "./storedRows.ts";

// The dashboard in jsdom, with test users and test data.

/** A busy machine may be slow to show data from IndexedDB. */
configure({ asyncUtilTimeout: 10_000 });

type Facts = {
  enrollment?: "enrolled" | "notEnrolled";
  access?: Access;
  done?: number;
  score?: number;
  /** False for a device that has not received the learner's progress. */
  pulled?: boolean;
};

export async function signIn({
  enrollment,
  access,
  done = 0,
  score = 0,
  pulled = true,
}: Facts): Promise<LearnerDb> {
  const userId = requireUserId(uuid());
  const db = learnerDb(userId);
  if (enrollment) await db.meta.put({ key: "enrollment", value: enrollment });
  if (access) await db.meta.put({ key: "access", value: access });
  if (pulled) await db.meta.put({ key: "pulled", value: true });
  const completed = { completed: true, completedAt: "2026-11-20T10:00:00.000Z", quizScore: score };
  await storeRows(
    db,
    progress,
    LESSON_IDS.slice(0, done).map((lessonId) => ({ lessonId, ...completed })),
  );
  if (done > 0) {
    await storeRows(db, achievement, [{ type: "first_lesson" }]);
    await storeRows(db, studyDay, [{ day: "2026-11-20" as LocalDay }]); // It is a valid date.
  }
  await storeIdentity({ userId, email: "learner@academy.example", mustChangePassword: false });
  return db;
}

export function openDashboard() {
  const routes = [{ path: "/academy/dashboard", Component: DashboardPage }];
  return openRoutes(routes, "/academy/dashboard").router;
}

/** The sync's reply to a page that requests the enrolment. */
export const answers = (enrollment: "enrolled" | "notEnrolled") =>
  act(() => setSyncStatus({ enrollmentCheck: { status: "answered", enrollment, atMs: performance.now() } }));

/** The four figures in reading order: label, then value. */
export async function figures(): Promise<(string | null)[][]> {
  const labels = await screen.findAllByRole("term");
  return labels.map((label) => [label.textContent, label.nextElementSibling?.textContent ?? null]);
}

/**
 * Call it at the top of the file. Each test starts signed out, without synced data, two days after the first day of study,
 * and cleans up after itself.
 */
export function withDashboard(): void {
  beforeEach(async () => {
    // What the plan shows depends on the day.
    vi.useFakeTimers({ now: Date.parse("2026-11-22T12:00:00.000Z"), toFake: ["Date"] });
    localStorage.clear();
    await forgetIdentity();
    await followIdentity();
    setSyncStatus({ phase: "idle", ...UNTRIED });
  });
  afterEach(() => {
    vi.useRealTimers();
    cleanup();
  });
}
