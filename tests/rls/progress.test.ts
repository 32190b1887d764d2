import { beforeAll, describe, expect, it } from "vitest";
import { COURSE_ID } from "../../src/domain/ids.ts";
import { type Learner, withBackend } from "../support/backend.ts";
import { publishLesson } from "../support/lessons.ts";
import { achievementRow, attemptRow, progressRow, push } from "../support/sentRows.ts";

const FORBIDDEN = "42501";
const TABLES = ["course_progress", "quiz_attempts", "user_achievements"] as const;
const backend = withBackend();
let ada: Learner;

beforeAll(async () => {
  await publishLesson(backend, "1");
  ada = await backend.signUp();
  await backend.enrol(ada);
  await push(await backend.clientFor(ada), [
    progressRow("2"),
    attemptRow("1"),
    achievementRow("first_lesson"),
  ]);
});

const tableRow = (userId: string, lessonId = "1") => ({
  user_id: userId,
  course_id: COURSE_ID,
  module_id: "1",
  lesson_id: lessonId,
  completed: true,
  completed_at: "2026-03-01T09:00:00.000Z",
});

describe.each(TABLES)("%s", (table) => {
  it("is readable by its owner (S-083)", async () => {
    const { data } = await (await backend.clientFor(ada)).from(table).select().eq("user_id", ada.id);
    expect(data).not.toHaveLength(0);
  });

  it("shows another learner no rows and rejects visitors (S-074)", async () => {
    const stranger = await backend.clientFor(await backend.signUp());
    expect((await stranger.from(table).select()).data).toEqual([]);
    expect((await (await backend.clientFor()).from(table).select()).error?.code).toBe(FORBIDDEN);
  });

  it("cannot be deleted by any role (S-057)", async () => {
    const clients = [await backend.clientFor(ada), await backend.clientFor(await backend.signUp())];
    for (const client of [...clients, await backend.clientFor(), backend.service()]) {
      expect((await client.from(table).delete().eq("user_id", ada.id)).error?.code).toBe(FORBIDDEN);
    }
  });

  it("rejects a revision from a client", async () => {
    const client = await backend.clientFor(ada);
    expect((await client.from(table).update({ rev: 999 }).eq("user_id", ada.id)).error?.code).toBe(FORBIDDEN);
  });
});

describe("writing rows for another learner", () => {
  it("is denied to other learners and to visitors (S-074)", async () => {
    const stranger = await backend.signUp();
    await backend.enrol(stranger);
    const achievement = {
      user_id: ada.id,
      achievement_type: "5_lessons",
      achievement_name: "5 Lessons Completed",
    };
    for (const client of [await backend.clientFor(stranger), await backend.clientFor()]) {
      expect((await client.from("course_progress").upsert(tableRow(ada.id))).error?.code).toBe(FORBIDDEN);
      expect((await client.from("user_achievements").upsert(achievement)).error?.code).toBe(FORBIDDEN);
    }
    const mine = await backend.clientFor(stranger);
    await mine.from("course_progress").update({ quiz_score: 100 }).eq("user_id", ada.id).eq("lesson_id", "2");
    const rows = await backend.query(
      "select quiz_score from course_progress where user_id = $1 and lesson_id = '2'",
      [ada.id],
    );
    expect(rows).toEqual([{ quiz_score: null }]);
  });

  it("cannot be done by changing the owner of one's own row", async () => {
    const stranger = await backend.signUp();
    const client = await backend.clientFor(stranger);
    await client.from("course_progress").upsert(tableRow(stranger.id));
    const moved = await client.from("course_progress").update({ user_id: ada.id }).eq("user_id", stranger.id);
    expect(moved.error?.code).toBe(FORBIDDEN);
  });
});

describe("direct writes of progress and achievements", () => {
  it("are allowed for any signed-in user, but only for the preview and its achievement", async () => {
    const visitor = await backend.signUp();
    const client = await backend.clientFor(visitor);
    const achievement = (type: string) =>
      client
        .from("user_achievements")
        .upsert({ user_id: visitor.id, achievement_type: type, achievement_name: type });
    expect((await client.from("course_progress").upsert(tableRow(visitor.id, "1"))).error).toBeNull();
    expect((await client.from("course_progress").upsert(tableRow(visitor.id, "2"))).error?.code).toBe(
      FORBIDDEN,
    );
    expect((await achievement("first_lesson")).error).toBeNull();
    expect((await achievement("5_lessons")).error?.code).toBe(FORBIDDEN);
    expect((await achievement("course_complete")).error?.code).toBe(FORBIDDEN);
  });

  it("are accepted after a refund for work done before it, and rejected for later work", async () => {
    const ben = await backend.signUp();
    await backend.enrol(ben);
    await backend.refund(ben);
    const client = await backend.clientFor(ben);
    expect((await client.from("course_progress").upsert(tableRow(ben.id, "2"))).error).toBeNull();
    const late = { ...tableRow(ben.id, "3"), completed_at: new Date().toISOString() };
    expect((await client.from("course_progress").upsert(late)).error?.code).toBe(FORBIDDEN);
  });
});

describe("quiz attempts", () => {
  it("can be written by sync_push only", async () => {
    const client = await backend.clientFor(ada);
    const row = {
      id: crypto.randomUUID(),
      user_id: ada.id,
      course_id: COURSE_ID,
      lesson_id: "1",
      score: 100,
      passed: true,
    };
    expect((await client.from("quiz_attempts").insert(row)).error?.code).toBe(FORBIDDEN);
    expect(
      (await client.from("quiz_attempts").update({ score: 100 }).eq("user_id", ada.id)).error?.code,
    ).toBe(FORBIDDEN);
  });
});
