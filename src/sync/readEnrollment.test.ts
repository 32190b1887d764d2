import "fake-indexeddb/auto";
import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { connectLearnerDb, type LearnerDb } from "../db/learnerDb.ts";
import { readMeta, writeMeta } from "../db/meta.ts";
import { requireUserId } from "../domain/ids.ts";
import type { SyncPorts } from "./ports.ts";
import { type EnrollmentOutcome, readEnrollment } from "./readEnrollment.ts";

const userId = requireUserId(randomUUID());
const ENROLLED_AT = "2026-11-20T08:00:00.000Z";

let db: LearnerDb;
beforeEach(() => {
  db = connectLearnerDb(requireUserId(randomUUID()));
});

const NEVER = {
  user_id: userId,
  tier: null as string | null,
  status: "none",
  reason: "none",
  registered_at: "2026-11-01T08:00:00.000000+00:00",
  enrolled_at: null as string | null,
  answered_at: "2026-11-22T08:00:00.000000+00:00",
};
const REVOKED = { ...NEVER, tier: "ngo", status: "revoked", reason: "refunded", enrolled_at: ENROLLED_AT };
const ACTIVE = { ...REVOKED, status: "active", reason: "paid" };

type Reply = { body: unknown; status?: number };

/** What the two requests are answered. */
async function hear(rows: unknown, told: unknown, status = 200): Promise<EnrollmentOutcome> {
  const replies: Record<string, Reply> = {
    course_enrollments: { body: rows, status },
    enrollment_status: { body: told, status },
  };
  const ports: SyncPorts = {
    userId,
    db,
    supabaseUrl: "https://academy.example",
    publishableKey: "public",
    fetch: async (input) => {
      const reply = replies[new URL(String(input)).pathname.split("/").at(-1) ?? ""];
      return Response.json(reply?.body, { status: reply?.status ?? 404 });
    },
    token: async () => ({ status: "ok", token: "own" }),
    now: Date.now,
    random: Math.random,
    onLack: () => {},
    after: () => () => {},
    stamp: () => {
      throw new Error("nothing is written here");
    },
  };
  const nothing = () => undefined;
  return readEnrollment(ports, AbortSignal.timeout(5_000), { onEnrolled: nothing, onRevived: nothing });
}

const kept = () => readMeta(db, "enrollment");

test.each([
  ["an empty list to every request", [], []],
  ["an old server that has no row for this learner", [], []],
  ["an old server that names no learner", [], [{ tier: "ngo", status: "revoked", reason: "refunded" }]],
  ["the row of another learner", [], [{ ...NEVER, user_id: randomUUID() }]],
  ["a word that this version does not know", [], [{ ...REVOKED, status: "suspended" }]],
  ["a captive portal", { welcome: "to the hotel" }, { welcome: "to the hotel" }],
])(
  "%s is no answer: an enrolled learner stays enrolled, and nothing is known of a new one",
  async (_, rows, told) => {
    expect(await hear(rows, told)).toMatchObject({ status: "later", why: "server" });
    expect(await kept()).toBeNull();
    await writeMeta(db, "enrollment", "enrolled");
    expect(await hear(rows, told)).toMatchObject({ status: "later" });
    expect(await kept()).toBe("enrolled");
  },
);

test("a revocation that the server puts in words ends the access, and an empty list does not give it back", async () => {
  expect(await hear([{ id: "1" }], [ACTIVE])).toEqual({ status: "done", enrollment: "enrolled" });
  expect(await hear([], [REVOKED])).toEqual({ status: "done", enrollment: "notEnrolled" });
  expect(await kept()).toBe("notEnrolled");
  expect(await readMeta(db, "access")).toEqual({ tier: "ngo", status: "revoked", reason: "refunded" });
  await hear([], []);
  expect(await kept()).toBe("notEnrolled");
});

test("somebody who never bought the course is not enrolled, by the server's word and since its time", async () => {
  expect(await hear([], [NEVER])).toEqual({ status: "done", enrollment: "notEnrolled" });
  expect(await readMeta(db, "access")).toBe("none");
  expect(await readMeta(db, "enrollmentAnsweredAt")).toBe("2026-11-22T08:00:00.000Z");
});

test("a row of course_enrollments alone is a yes, also from a server that has no words yet (S-082)", async () => {
  expect(await hear([{ id: "1" }], [])).toEqual({ status: "done", enrollment: "enrolled" });
  expect(await kept()).toBe("enrolled");
});

test("a refusal that was on its way while another tab heard of the purchase changes nothing", async () => {
  await hear([{ id: "1" }], [{ ...ACTIVE, answered_at: "2026-11-22 08:00:01.5+00" }]);
  expect(await hear([], [NEVER])).toEqual({ status: "done", enrollment: "enrolled" });
  expect(await kept()).toBe("enrolled");
});

test("a server that fails is asked again, and changes nothing", async () => {
  await writeMeta(db, "enrollment", "enrolled");
  expect(await hear({ message: "no" }, { message: "no" }, 503)).toMatchObject({
    status: "later",
    why: "server",
  });
  expect(await kept()).toBe("enrolled");
});

test("a completion that this device dated before the enrolment is raised to it", async () => {
  const row = { moduleId: "1" as const, completed: true, quizScore: null };
  await db.progress.bulkPut([
    { ...row, lessonId: "1", completedAt: "2025-01-01T00:00:00.000Z" },
    { ...row, lessonId: "2", completedAt: "2025-01-01T00:00:00.000Z" },
    { ...row, lessonId: "3", completedAt: "2026-11-21T08:00:00.000Z" },
  ]);
  await hear([{ id: "1" }], [ACTIVE]);
  expect((await db.progress.toArray()).map(({ completedAt }) => completedAt)).toEqual([
    "2026-11-01T08:00:00.000Z",
    ENROLLED_AT,
    "2026-11-21T08:00:00.000Z",
  ]);
});
