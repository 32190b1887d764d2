import { randomUUID } from "node:crypto";
import { beforeEach, expect, test, vi } from "vitest";
import { connectLearnerDb, type LearnerDb } from "../../db/store/learnerDb.ts";
import { readMeta, writeMeta } from "../../db/store/meta.ts";
import { serverClock } from "../../db/store/serverClock.ts";
import { requireUserId } from "../../domain/ids.ts";
import type { SyncPorts } from "../ports.ts";
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

/** Reads the enrolment. `rows` and `statusRows` are the server's replies to the two requests. */
async function hear(rows: unknown, statusRows: unknown, status = 200): Promise<EnrollmentOutcome> {
  const replies: Record<string, Reply> = {
    course_enrollments: { body: rows, status },
    enrollment_status: { body: statusRows, status },
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
    elapsed: () => 0,
    serverClock,
  };
  const nothing = () => undefined;
  return readEnrollment(ports, AbortSignal.timeout(5_000), { onEnrolled: nothing, onRetriedParked: nothing });
}

const kept = () => readMeta(db, "enrollment");

test.each([
  ["an empty list for both requests", [], []],
  ["an old server without a row for this learner", [], []],
  ["an old server's row without user_id", [], [{ tier: "ngo", status: "revoked", reason: "refunded" }]],
  ["the row of another learner", [], [{ ...NEVER, user_id: randomUUID() }]],
  ["a status that this version does not know", [], [{ ...REVOKED, status: "suspended" }]],
  ["a captive portal", { welcome: "to the hotel" }, { welcome: "to the hotel" }],
])(
  "%s leaves an enrolled learner enrolled and the enrolment of a new learner unknown",
  async (_, rows, statusRows) => {
    expect(await hear(rows, statusRows)).toMatchObject({ status: "later", why: "server" });
    expect(await kept()).toBeNull();
    await writeMeta(db, "enrollment", "enrolled");
    expect(await hear(rows, statusRows)).toMatchObject({ status: "later" });
    expect(await kept()).toBe("enrolled");
  },
);

test("an explicit revocation ends the learner's access, and a later empty list does not restore it", async () => {
  expect(await hear([{ id: "1" }], [ACTIVE])).toEqual({ status: "done", enrollment: "enrolled" });
  expect(await hear([], [REVOKED])).toEqual({ status: "done", enrollment: "notEnrolled" });
  expect(await kept()).toBe("notEnrolled");
  expect(await readMeta(db, "access")).toEqual({ tier: "ngo", status: "revoked", reason: "refunded" });
  await hear([], []);
  expect(await kept()).toBe("notEnrolled");
});

test("a learner who never bought the course is stored as not enrolled, with the time of the server's answer", async () => {
  expect(await hear([], [NEVER])).toEqual({ status: "done", enrollment: "notEnrolled" });
  expect(await readMeta(db, "access")).toBe("none");
  expect(await readMeta(db, "enrollmentAnsweredAt")).toBe("2026-11-22T08:00:00.000Z");
});

test("a row of course_enrollments alone proves the enrolment, even if enrollment_status is empty (S-082)", async () => {
  expect(await hear([{ id: "1" }], [])).toEqual({ status: "done", enrollment: "enrolled" });
  expect(await kept()).toBe("enrolled");
});

test("a delayed 'not enrolled' answer does not override a newer 'enrolled' answer from another tab", async () => {
  await hear([{ id: "1" }], [{ ...ACTIVE, answered_at: "2026-11-22 08:00:01.5+00" }]);
  expect(await hear([], [NEVER])).toEqual({ status: "done", enrollment: "enrolled" });
  expect(await kept()).toBe("enrolled");
});

test("a server error leaves the enrolment unchanged, and the server is asked again later", async () => {
  await writeMeta(db, "enrollment", "enrolled");
  expect(await hear({ message: "no" }, { message: "no" }, 503)).toMatchObject({
    status: "later",
    why: "server",
  });
  expect(await kept()).toBe("enrolled");
});

test("parked work is sent again when its reason may have passed: access while enrolled, the daily limit on another day", async () => {
  const now = Date.UTC(2026, 10, 22, 9);
  const clock = vi.spyOn(Date, "now").mockReturnValue(now);
  const parked = (key: string, error: string, nextAt = now) => ({
    ...{ kind: "workbook", key, content: { fieldId: key, value: "x" }, rev: 0 },
    unsent: { since: now, tries: 5, nextAt, error, isParked: true },
  });
  await db.rows.bulkAdd([
    parked("no access", "not_entitled"),
    parked("today", "too_many_today"),
    parked("yesterday", "too_many_today", now - 24 * 3_600_000),
    // Refused shortly before midnight in UTC, and to be sent again shortly after.
    parked("last night", "too_many_today", Date.UTC(2026, 10, 22, 0, 5)),
    parked("invalid", "invalid"),
  ]);
  const pending = async () =>
    (await db.rows.toArray()).filter(({ unsent }) => !unsent?.isParked).map(({ key }) => key);
  await writeMeta(db, "enrollment", "notEnrolled");
  await hear([], [NEVER]);
  expect(await pending()).toEqual(["last night", "yesterday"]);
  await writeMeta(db, "enrollment", "enrolled");
  await hear([{ id: "1" }], [ACTIVE]);
  expect(await pending()).toEqual(["last night", "no access", "yesterday"]);
  clock.mockRestore();
});
