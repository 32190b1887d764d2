import { beforeAll, describe, expect, it } from "vitest";
import { COURSE_ID } from "../../src/domain/ids.ts";
import { publishLesson } from "../support/lessons.ts";
import { attemptRow, contentsOf, enrolled, LONG_AGO, progressRow, pull, push } from "../support/sentRows.ts";
import { withBackend } from "../support/server/backend.ts";

/** The calls of spec §7 as any supabase-js client writes them, without our sync engine. */
const backend = withBackend();
beforeAll(() => publishLesson(backend, "2"));

/** An attempt in which the first `right` answers are right and the others wrong. */
const attempt = (right: number) =>
  attemptRow("2", { answers: [0, 1, 2, 3, 0].map((answer, index) => (index < right ? answer : 3 - answer)) });
type Client = Awaited<ReturnType<typeof backend.clientFor>>;

const completion = (userId: string, lessonId = "2", completedAt = LONG_AGO) => ({
  user_id: userId,
  course_id: COURSE_ID,
  module_id: "1",
  lesson_id: lessonId,
  completed: true,
  completed_at: completedAt,
});

const score = (client: Client, userId: string, percent: number, lessonId = "2") =>
  client
    .from("course_progress")
    .update({ quiz_score: percent })
    .eq("user_id", userId)
    .eq("course_id", COURSE_ID)
    .eq("lesson_id", lessonId);

const stored = async (userId: string) =>
  backend.query<{ completed: boolean; at: string; score: number | null; rev: number }>(
    `select completed, private.iso(completed_at) as at, quiz_score as score, rev::int
     from course_progress where user_id = $1 order by lesson_id`,
    [userId],
  );

describe("course_progress through plain supabase-js calls", () => {
  it("can be upserted, scored and read (S-083, S-084, S-085)", async () => {
    const { id, client } = await enrolled(backend);
    expect((await client.from("course_progress").upsert(completion(id))).error).toBeNull();
    await push(client, [attempt(4)]);
    expect((await score(client, id, 80)).error).toBeNull();
    const { data } = await client
      .from("course_progress")
      .select("*")
      .eq("user_id", id)
      .eq("course_id", COURSE_ID);
    expect(data).toMatchObject([{ ...completion(id), completed_at: expect.any(String), quiz_score: 80 }]);
    expect(Date.parse(data?.[0].completed_at)).toBe(Date.parse(LONG_AGO));
  });

  it("accepts a repeated upsert and changes nothing after the first (S-084)", async () => {
    const { id, client } = await enrolled(backend);
    await client.from("course_progress").upsert(completion(id));
    const [before] = await stored(id);
    for (const call of [completion(id), completion(id, "2", new Date().toISOString())]) {
      const { data, error } = await client.from("course_progress").upsert(call).select();
      expect(error).toBeNull();
      expect(data).toMatchObject([{ lesson_id: "2", completed: true, rev: before?.rev }]);
    }
    expect(await stored(id)).toEqual([before]);
  });

  it("accepts the key columns as conflict target, and arrays of rows", async () => {
    const { id, client } = await enrolled(backend);
    const rows = ["1", "2", "3"].map((lessonId) => completion(id, lessonId));
    for (let round = 0; round < 2; round++) {
      const { error } = await client
        .from("course_progress")
        .upsert(rows, { onConflict: "user_id,course_id,lesson_id" });
      expect(error).toBeNull();
    }
    expect(await stored(id)).toHaveLength(3);
  });

  it("never loses a completion, lowers a score or moves a completion to a later time (S-057)", async () => {
    const { id, client } = await enrolled(backend);
    await client.from("course_progress").upsert(completion(id));
    await push(client, [attempt(4)]);
    const worse = { ...completion(id), completed: false, completed_at: new Date().toISOString() };
    expect((await client.from("course_progress").upsert(worse)).error).toBeNull();
    expect((await score(client, id, 40).select()).data).toMatchObject([{ quiz_score: 80, completed: true }]);
    expect(await stored(id)).toMatchObject([{ completed: true, at: LONG_AGO, score: 80 }]);
  });

  it("accepts a score but stores only the best score of the graded attempts (S-085)", async () => {
    const { id, client } = await enrolled(backend);
    expect(
      (await client.from("course_progress").upsert({ ...completion(id), quiz_score: 100 })).error,
    ).toBeNull();
    expect((await score(client, id, 100)).status).toBe(204);
    expect(await stored(id)).toMatchObject([{ completed: true, score: null }]);

    await push(client, [attempt(2)]);
    expect((await score(client, id, 100).select()).data).toMatchObject([{ quiz_score: 40 }]);
    expect(await stored(id)).toMatchObject([{ score: 40 }]);
  });

  it("limits times to the span from the enrolment, or the sign-up for the preview, to now", async () => {
    const { id, client } = await enrolled(backend);
    const [account, start] = ["2026-04-01T08:00:00.000Z", "2026-05-01T08:00:00.000Z"];
    await backend.query("update auth.users set created_at = $2 where id = $1", [id, account]);
    await backend.query("update course_enrollments set started_at = $2 where user_id = $1", [id, start]);
    await push(client, [progressRow("1"), attempt(5), progressRow("3", "2026-06-01T08:00:00.000Z")]);
    await client.from("course_progress").upsert({ ...completion(id, "4", "2025-02-03"), module_id: "2" });
    await client.from("course_progress").upsert({ ...completion(id, "5", "2099-01-01"), module_id: "2" });
    const rows = await stored(id);
    expect(rows.slice(0, 4).map(({ at }) => at)).toEqual([account, start, "2026-06-01T08:00:00.000Z", start]);
    expect(Date.now() - Date.parse(rows[4]?.at ?? "")).toBeLessThan(60_000);
    expect(contentsOf(await pull(client, 0), "attempt")).toMatchObject([{ takenAt: start }]);
  });

  it("dates a completion without a time to its arrival", async () => {
    const { id, client } = await enrolled(backend);
    const { completed_at: _, ...untimed } = completion(id);
    const before = new Date().toISOString();
    expect((await client.from("course_progress").upsert(untimed)).error).toBeNull();
    const [row] = await stored(id);
    expect(row && row.at >= before && row.at <= new Date().toISOString()).toBe(true);
  });

  it("rejects a score above 100 and a lesson that the module does not have (S-048, S-050)", async () => {
    const { id, client } = await enrolled(backend);
    await client.from("course_progress").upsert(completion(id));
    expect((await score(client, id, 101)).error?.message).toContain("violates check constraint");
    for (const lessonId of ["4", "12"] as const)
      expect((await client.from("course_progress").upsert(completion(id, lessonId))).error).toMatchObject({
        code: "23514",
        message: `the outline has no lesson ${lessonId} in module 1`,
      });
  });

  it("accepts the SQL statement that hosted PostgREST generates for an upsert", async () => {
    const { id, learner } = await enrolled(backend);
    const claims = learner.session.access_token.split(".")[1] ?? "";
    // PostgREST assigns every column in the request, including the key; the embedded server omits the key.
    const upsert = `insert into public.course_progress (user_id, course_id, module_id, lesson_id, completed, completed_at)
      values ('${id}', '${COURSE_ID}', '1', '2', true, '${LONG_AGO}')
      on conflict (user_id, course_id, lesson_id) do update set user_id = excluded.user_id,
        course_id = excluded.course_id, module_id = excluded.module_id, lesson_id = excluded.lesson_id,
        completed = excluded.completed, completed_at = excluded.completed_at returning 1`;
    const authenticatedRequest = `do $$ begin
      set local role authenticated;
      perform set_config('request.jwt.claim.sub', '${id}', true);
      perform set_config('request.jwt.claims', '${Buffer.from(claims, "base64url")}', true);
      ${upsert.replace("returning 1", "")};
      ${upsert.replace("returning 1", "")};
    end $$`;
    await backend.query(authenticatedRequest);
    expect(await stored(id)).toMatchObject([{ completed: true, at: LONG_AGO }]);
  });
});

describe("user_achievements through plain supabase-js calls", () => {
  const earned = (userId: string, type = "first_lesson", name = "First Lesson Complete") => ({
    user_id: userId,
    achievement_type: type,
    achievement_name: name,
  });

  it("can be upserted any number of times and read (S-049, S-083, S-084)", async () => {
    const { id, client } = await enrolled(backend);
    for (let round = 0; round < 3; round++) {
      const { data, error } = await client.from("user_achievements").upsert(earned(id)).select();
      expect(error).toBeNull();
      expect(data).toMatchObject([{ ...earned(id), rev: 1 }]);
    }
    const { data } = await client.from("user_achievements").select("*").eq("user_id", id);
    expect(data).toHaveLength(1);
  });

  it("have the spec's names, whatever name a client sends (S-049)", async () => {
    const { id, client } = await enrolled(backend);
    await client.from("user_achievements").upsert(earned(id, "5_lessons", "Best learner in the world"));
    await client.from("user_achievements").upsert(earned(id, "course_complete", "Course Complete"));
    await client.from("user_achievements").update({ achievement_name: "Mine" }).eq("user_id", id);
    const { data } = await client
      .from("user_achievements")
      .select("achievement_name")
      .order("achievement_type");
    expect(data).toEqual([
      { achievement_name: "5 Lessons Completed" },
      { achievement_name: "Course Complete" },
    ]);
  });

  it("accept only the three stored types, because Quiz Master is derived (S-111)", async () => {
    const { id, client } = await enrolled(backend);
    const { error } = await client.from("user_achievements").upsert(earned(id, "quiz_master", "Quiz Master"));
    expect(error).not.toBeNull();
    expect(await backend.query("select 1 from user_achievements where user_id = $1", [id])).toEqual([]);
  });
});
