import { beforeAll, describe, expect, it } from "vitest";
import { lessonRowWithPackSchema } from "../../src/domain/course/pack.ts";
import { COURSE_ID } from "../../src/domain/ids.ts";
import { withBackend } from "../support/backend.ts";
import { lessonPack, publishLesson } from "../support/lessons.ts";

const FORBIDDEN = "42501";
const backend = withBackend();

beforeAll(async () => {
  await publishLesson(backend, "1");
  await publishLesson(backend, "2");
});

async function readableBy(client: Awaited<ReturnType<typeof backend.clientFor>>): Promise<string[]> {
  const { data, error } = await client
    .from("lessons")
    .select("lesson_id")
    .eq("course_id", COURSE_ID)
    .order("lesson_id");
  if (error) throw error;
  return data.map((row) => row.lesson_id);
}

describe("lessons", () => {
  it("show only the preview to visitors", async () => {
    expect(await readableBy(await backend.clientFor())).toEqual(["1"]);
  });

  it("show only the preview to users who are signed in but not enrolled", async () => {
    expect(await readableBy(await backend.clientFor(await backend.signUp()))).toEqual(["1"]);
  });

  it("show every lesson to enrolled learners, in the form that the installer expects (S-117)", async () => {
    const ada = await backend.signUp();
    await backend.enrol(ada);
    const client = await backend.clientFor(ada);
    expect(await readableBy(client)).toEqual(["1", "2"]);
    const { data } = await client
      .from("lessons")
      .select("lesson_id, version, hash, bytes, is_preview, pack")
      .eq("lesson_id", "2")
      .single();
    expect(lessonRowWithPackSchema.parse(data).pack).toEqual(lessonPack("2"));
  });

  it("are hidden again when the enrolment ends", async () => {
    const ada = await backend.signUp();
    await backend.enrol(ada);
    await backend.refund(ada);
    expect(await readableBy(await backend.clientFor(ada))).toEqual(["1"]);
  });

  it("cannot be written by a learner or a visitor", async () => {
    const ada = await backend.signUp();
    await backend.enrol(ada);
    for (const client of [await backend.clientFor(), await backend.clientFor(ada)]) {
      const row = {
        course_id: COURSE_ID,
        lesson_id: "3",
        version: 1,
        hash: "0".repeat(64),
        bytes: 1,
        pack: {},
      };
      expect((await client.from("lessons").insert(row)).error?.code).toBe(FORBIDDEN);
      expect(
        (await client.from("lessons").update({ is_preview: true }).eq("lesson_id", "2")).error?.code,
      ).toBe(FORBIDDEN);
      expect((await client.from("lessons").delete().eq("lesson_id", "2")).error?.code).toBe(FORBIDDEN);
    }
  });

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

describe("lesson_answer_keys", () => {
  it("keep the answers for every published version", async () => {
    await publishLesson(backend, "4", 1, [0, 0, 0, 0, 0]);
    await publishLesson(backend, "4", 2, [1, 1, 1, 1, 1]);
    await publishLesson(backend, "4", 2, [1, 1, 1, 1, 1]);
    const keys = await backend.query(
      "select version, answers from lesson_answer_keys where lesson_id = '4' order by version",
    );
    expect(keys).toEqual([
      { version: 1, answers: [0, 0, 0, 0, 0] },
      { version: 2, answers: [1, 1, 1, 1, 1] },
    ]);
  });

  it("reject different answers for a version that is already published", async () => {
    await publishLesson(backend, "5", 1, [0, 0, 0, 0, 0]);
    await expect(publishLesson(backend, "5", 1, [1, 0, 0, 0, 0])).rejects.toMatchObject({
      message: expect.stringContaining("was published with other answers"),
    });
  });

  it("are inaccessible to every role, including the service role", async () => {
    const ada = await backend.signUp();
    await backend.enrol(ada);
    for (const client of [await backend.clientFor(), await backend.clientFor(ada), backend.service()]) {
      expect((await client.from("lesson_answer_keys").select()).error?.code).toBe(FORBIDDEN);
      expect((await client.from("lesson_answer_keys").delete().eq("version", 1)).error?.code).toBe(FORBIDDEN);
    }
  });
});
