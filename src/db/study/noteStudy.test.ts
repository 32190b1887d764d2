import "fake-indexeddb/auto";
import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { type OpId, requireUserId } from "../../domain/ids.ts";
import { offsetZone } from "../../domain/study/timeZones.ts";
import { connectLearnerDb, type LearnerDb } from "../store/learnerDb.ts";
import { readMeta } from "../store/meta.ts";
import { noteStudy } from "./noteStudy.ts";

let db: LearnerDb;
beforeEach(() => {
  db = connectLearnerDb(requireUserId(randomUUID()));
});

const write = (writtenAt: string) =>
  db.workbook.put({ fieldId: "l01-monday", value: "Ask", writtenAt, opId: randomUUID() as OpId }); // It is a UUID.

test("the study day of a workbook text is kept when the text is overwritten the next day", async () => {
  await write("2026-11-20T10:00:00.000Z");
  await noteStudy(db, "Europe/London", "2026-11-20T10:00:01.000Z");
  await write("2026-11-21T10:00:00.000Z");
  await noteStudy(db, "Europe/London", "2026-11-21T10:00:01.000Z");
  expect(await readMeta(db, "studyDays")).toEqual(["2026-11-20", "2026-11-21"]);
});

test("a travelling device records each time zone once, and study in Tokyo keeps its Tokyo date", async () => {
  await noteStudy(db, "Asia/Tokyo", "2026-11-20T08:00:00.000Z");
  await write("2026-11-20T16:00:00.000Z");
  await noteStudy(db, "Asia/Tokyo", "2026-11-20T16:00:01.000Z");
  await noteStudy(db, "Europe/London", "2026-11-21T12:00:00.000Z");
  await noteStudy(db, "Europe/London", "2026-11-21T13:00:00.000Z");
  expect(await readMeta(db, "zones")).toEqual([
    { from: "2026-11-20T08:00:00.000Z", zone: "Asia/Tokyo" },
    { from: "2026-11-21T12:00:00.000Z", zone: "Europe/London" },
  ]);
  expect(await readMeta(db, "studyDays")).toEqual(["2026-11-21"]);
});

test("a time zone that this browser does not know is replaced by the device's offset at that time", async () => {
  await db.meta.put({
    key: "zones",
    value: [
      { from: "2026-07-01T08:00:00.000Z", zone: "Etc/Unknown" },
      { from: "2026-07-02T08:00:00.000Z", zone: "Asia/Tokyo" },
    ],
  });
  await write("2026-07-01T23:30:00.000Z");
  await noteStudy(db, "Asia/Tokyo", "2026-11-20T08:00:00.000Z");
  expect(await readMeta(db, "zones")).toEqual([
    { from: "2026-07-01T08:00:00.000Z", zone: offsetZone(Date.parse("2026-07-01T08:00:00.000Z")) },
    { from: "2026-07-02T08:00:00.000Z", zone: "Asia/Tokyo" },
  ]);
});
