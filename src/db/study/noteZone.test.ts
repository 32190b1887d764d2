import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { requireUserId } from "../../domain/ids.ts";
import { offsetZone } from "../../domain/study/timeZones.ts";
import { connectLearnerDb, type LearnerDb } from "../store/learnerDb.ts";
import { readMeta } from "../store/meta.ts";
import { noteZone } from "./noteZone.ts";

let db: LearnerDb;
beforeEach(() => {
  db = connectLearnerDb(requireUserId(randomUUID()));
});

test("a travelling device records each change of its time zone once", async () => {
  await noteZone(db, "Asia/Tokyo", "2026-11-20T08:00:00.000Z");
  await noteZone(db, "Asia/Tokyo", "2026-11-20T16:00:01.000Z");
  await noteZone(db, "Europe/London", "2026-11-21T12:00:00.000Z");
  await noteZone(db, "Europe/London", "2026-11-21T13:00:00.000Z");
  expect(await readMeta(db, "zones")).toEqual([
    { from: "2026-11-20T08:00:00.000Z", zone: "Asia/Tokyo" },
    { from: "2026-11-21T12:00:00.000Z", zone: "Europe/London" },
  ]);
});

test("a time zone that this browser does not know is replaced by the device's offset at that time", async () => {
  await db.meta.put({
    key: "zones",
    value: [
      { from: "2026-07-01T08:00:00.000Z", zone: "Etc/Unknown" },
      { from: "2026-07-02T08:00:00.000Z", zone: "Asia/Tokyo" },
    ],
  });
  await noteZone(db, "Asia/Tokyo", "2026-11-20T08:00:00.000Z");
  expect(await readMeta(db, "zones")).toEqual([
    { from: "2026-07-01T08:00:00.000Z", zone: offsetZone(Date.parse("2026-07-01T08:00:00.000Z")) },
    { from: "2026-07-02T08:00:00.000Z", zone: "Asia/Tokyo" },
  ]);
});
