import { cleanup, fireEvent, screen } from "@testing-library/react";
import { v4 as uuid } from "uuid";
import { afterEach, beforeEach } from "vitest";
import { Component as CapstoneRoute } from "../../../src/app/routes/capstone.tsx";
import { forgetIdentity, storeIdentity } from "../../../src/db/store/active.ts";
import { type LearnerDb, learnerDb } from "../../../src/db/store/learnerDb.ts";
import { setSyncStatus, UNTRIED } from "../../../src/db/store/syncStatus.ts";
import { writeWorkbookField } from "../../../src/db/synced/workbook.ts";
import { CAPSTONE_SECTIONS } from "../../../src/domain/course/capstone.ts";
import { requireUserId } from "../../../src/domain/ids.ts";
import type { Tier } from "../../../src/domain/sales/plans.ts";
import { type CapstoneHandIn, capstone } from "../../../src/entities/capstone/capstone.ts";
import { followIdentity } from "../../../src/platform/session/authStore.ts";
import { openRoutes } from "./openRoutes.tsx";
import { storeRows } from "./storedRows.ts";

// The page of the capstone in jsdom, with test users and test data.

/** Starts each test of the file as a visitor without a connection. */
export function withCapstonePage(): void {
  beforeEach(async () => {
    await forgetIdentity();
    await followIdentity();
    setSyncStatus({ phase: "offline", ...UNTRIED });
  });
  afterEach(cleanup);
}

type Facts = { tier?: Tier; enrollment?: "enrolled" | "notEnrolled"; handIns?: CapstoneHandIn[] };

export async function signIn({
  tier = "ngo",
  enrollment = "enrolled",
  handIns = [],
}: Facts = {}): Promise<LearnerDb> {
  const userId = requireUserId(uuid());
  const db = learnerDb(userId);
  await db.meta.bulkPut([
    { key: "enrollment", value: enrollment },
    { key: "access", value: { tier, status: "active", reason: "paid" } },
  ]);
  await storeRows(db, capstone, handIns);
  await storeIdentity({ userId, email: "learner@academy.example", mustChangePassword: false });
  return db;
}

export function open() {
  const routes = [{ path: "/academy/capstone", Component: CapstoneRoute }];
  return openRoutes(routes, "/academy/capstone").router;
}

export async function writeAll(): Promise<void> {
  for (const { fieldId, title } of CAPSTONE_SECTIONS) await writeWorkbookField(fieldId, `Text of ${title}`);
}

export const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const READ = "Read it before you hand it in";
export const read = async () => {
  fireEvent.click(await screen.findByRole("button", { name: READ }));
  await screen.findByRole("heading", { name: "The copy that you hand in" });
};

export const handedIn = (changes: Partial<CapstoneHandIn> = {}): CapstoneHandIn => ({
  id: uuid(),
  attempt: 1,
  texts: { "l11-purpose": "A chatbot for tenants." },
  handedInAt: "2026-11-25T10:00:00.000Z",
  receivedAt: "2026-11-25T10:00:05.000Z",
  review: null,
  ...changes,
});
