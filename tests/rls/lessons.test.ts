import { beforeAll, describe, expect, it } from "vitest";
import { COURSE_ID } from "../../src/domain/ids.ts";
import { lessonPack, publishLesson } from "../support/lessons.ts";
import type { Learner } from "../support/server/backend.ts";
import { withBackend } from "../support/server/backend.ts";

const backend = withBackend();

beforeAll(async () => {
  await publishLesson(backend, "1");
  await publishLesson(backend, "2");
});

describe("lessons", () => {
  it("require a higher version when their content changes", async () => {
    const changed = backend
      .service()
      .from("lessons")
      .update({ hash: "f".repeat(64) })
      .eq("lesson_id", "2");
    expect((await changed).error?.message).toContain("its version must rise");
  });

  it("must contain the lesson id of their row", async () => {
    const row = {
      course_id: COURSE_ID,
      lesson_id: "3",
      version: 1,
      hash: "0".repeat(64),
      bytes: 1,
      pack: lessonPack("4"),
    };
    const { error } = await backend.service().from("lessons").insert(row);
    expect(error?.code).toBe("23514");
  });
});

describe("what a lesson has for organisations", () => {
  const published = { course_id: COURSE_ID, lesson_id: "2", version: 1, bytes: 1, pack: lessonPack("2") };
  const more = { ...published, audience: "organisations", hash: "e".repeat(64) };
  const readBy = async (learner: Learner) => {
    const client = await backend.clientFor(learner);
    const { data } = await client.from("lessons").select("audience").eq("lesson_id", "2").order("audience");
    return data?.map(({ audience }) => audience);
  };

  it("is read by learners whose plan is for organisations, while they have access, and by nobody else", async () => {
    expect((await backend.service().from("lessons").insert(more)).error).toBeNull();
    const [student, ngo, professional] = [
      await backend.signUp(),
      await backend.signUp(),
      await backend.signUp(),
    ];
    await backend.enrol(student);
    await backend.enrol(ngo, "ngo");
    await backend.enrol(professional, "professional");
    expect(await readBy(student)).toEqual(["everyone"]);
    expect(await readBy(ngo)).toEqual(["everyone", "organisations"]);
    expect(await readBy(professional)).toEqual(["everyone", "organisations"]);
    await backend.refund(ngo);
    expect(await readBy(ngo)).toEqual([]);
    const visitor = await backend.clientFor();
    expect((await visitor.from("lessons").select("audience").eq("lesson_id", "2")).data).toEqual([]);
  });

  it("is never part of the preview", async () => {
    const row = { ...more, lesson_id: "1", is_preview: true, pack: lessonPack("1") };
    expect((await backend.service().from("lessons").insert(row)).error?.code).toBe("23514");
  });
});

describe("lesson_answer_keys", () => {
  it("reject different answers for a version that is already published", async () => {
    await publishLesson(backend, "5", 1, [0, 0, 0, 0, 0]);
    await expect(publishLesson(backend, "5", 1, [1, 0, 0, 0, 0])).rejects.toMatchObject({
      message: expect.stringContaining("was published with other answers"),
    });
  });
});

const FORBIDDEN = "42501";

const tableRow = (userId: string, lessonId = "1") => ({
  user_id: userId,
  course_id: COURSE_ID,
  module_id: "1",
  lesson_id: lessonId,
  completed: true,
  completed_at: "2026-03-01T09:00:00.000Z",
});

describe("direct writes of progress and achievements", () => {
  it("cannot give one's own row to another learner", async () => {
    const [ada, stranger] = [await backend.signUp(), await backend.signUp()];
    const client = await backend.clientFor(stranger);
    await client.from("course_progress").upsert(tableRow(stranger.id));
    const moved = await client.from("course_progress").update({ user_id: ada.id }).eq("user_id", stranger.id);
    expect(moved.error?.code).toBe(FORBIDDEN);
  });

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
