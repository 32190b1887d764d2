import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CAPSTONE_FIELD_IDS } from "../../src/domain/course/capstone.ts";
import { COURSE_ID, LESSON_IDS } from "../../src/domain/ids.ts";
import { outlineRows } from "../../tools/content/publish/outline.ts";
import { readCourse } from "../../tools/content/readCourse.ts";
import { SUPABASE } from "../../tools/database/schemaFiles.ts";
import { ANSWER_KEY, lessonPack } from "../support/lessons.ts";
import { publishOutlineSql } from "../support/outline.ts";
import { attemptRow, capstoneRow, outcomes, progressRow, push } from "../support/sentRows.ts";
import { withBackend } from "../support/server/backend.ts";
import { expectConsoleError } from "../support/setup/failOnConsoleError.ts";

const backend = withBackend();
const TWELFTH = { lesson_id: "12", module_id: "4", is_preview: false };
/** A quoted number from 1 to 19, or the prefix of a lesson in the ids of workbook fields. */
const LESSON_ID = /'(?:[1-9]|1\d)'|'l\d\d-|l\(0\[1-9\]/g;

test("the SQL of the schemas and migrations contains no lesson ids", () => {
  const files = readdirSync(SUPABASE, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".sql"),
  );
  expect(files.length).toBeGreaterThan(30);
  for (const name of files)
    expect(readFileSync(join(SUPABASE, name), "utf8").match(LESSON_ID) ?? [], name).toEqual([]);
  expect("lesson_id in ('2', '11') or id ~ 'l03-monday'".match(LESSON_ID)).toEqual(["'2'", "'11'", "'l03-"]);
});

const publish = async (rows: object[], client = backend.service()) =>
  (await client.rpc("publish_outline", { p_course: COURSE_ID, p_lessons: rows })).error;

test("a twelfth lesson published as content can be completed and attempted, and is required for a certificate, without DDL", async () => {
  const ada = await backend.signUp();
  await backend.enrol(ada);
  const client = await backend.clientFor(ada);
  const completed = progressRow("11", undefined, { lessonId: "12" });
  expect(await outcomes(client, [completed])).toEqual(["invalid"]);

  expect(await publish([...outlineRows(), TWELFTH])).toBeNull();
  const pack = { ...lessonPack("11"), lessonId: "12" };
  const row = { course_id: COURSE_ID, lesson_id: "12", version: 1, hash: "c".repeat(64), bytes: 1, pack };
  expect((await backend.service().from("lessons").insert(row)).error).toBeNull();
  const attempt = attemptRow("11", { answers: [...ANSWER_KEY], lessonId: "12" });
  const missing = async () => {
    const [answer] = await backend.query<{ missing: string[] }>(
      "select private.missing_lessons($1, $2) as missing",
      [ada.id, COURSE_ID],
    );
    return answer?.missing;
  };
  expect(
    await outcomes(
      client,
      LESSON_IDS.map((id) => progressRow(id)),
    ),
  ).toEqual(LESSON_IDS.map(() => "ok"));
  expect(await missing()).toEqual(["12"]);
  expect(await outcomes(client, [attempt])).toEqual(["ok"]);
  expect(await missing()).toEqual([]);

  // The lesson is removed from the course: its progress is kept, and certificates no longer require it.
  expect(await publish(outlineRows())).toBeNull();
  expect(
    await backend.query("select lesson_id, is_required from private.course_outline where not is_required"),
  ).toEqual([{ lesson_id: "12", is_required: false }]);
  expect(await backend.query("select completed from public.course_progress where lesson_id = '12'")).toEqual([
    { completed: true },
  ]);
});

test("the fields of the capstone are those that the app hands in, in a lesson that has them all", async () => {
  const published = () =>
    backend.query<{ lesson_id: string; capstone_fields: string[] }>(
      "select lesson_id, capstone_fields from private.course_outline where capstone_fields <> '{}'",
    );
  const [lesson, ...others] = await published();
  expect(others).toEqual([]);
  expect(lesson?.capstone_fields.toSorted()).toEqual(CAPSTONE_FIELD_IDS.toSorted());
  const course = readCourse(join(SUPABASE, "..", "content"));
  if ("errors" in course) throw new Error("the course is invalid");
  const pack = course.packs.find(({ lessonId }) => lessonId === lesson?.lesson_id);
  const [has] = await backend.query<{ fields: string[] }>(
    "select array(select private.field_ids_of($1)) as fields",
    [pack],
  );
  expect(has?.fields).toEqual(expect.arrayContaining(CAPSTONE_FIELD_IDS));

  // A later version of the course may rename a field, but the old one may still be handed in.
  const renamed = outlineRows().map((row) =>
    row.capstone_fields.length > 0 ? { ...row, capstone_fields: ["l11-renamed"] } : row,
  );
  expect(await publish(renamed)).toBeNull();
  expect((await published())[0]?.capstone_fields.toSorted()).toEqual(
    [...CAPSTONE_FIELD_IDS, "l11-renamed"].toSorted(),
  );
  await backend.query("update private.course_outline set capstone_fields = '{}'");
  expect(await publish(outlineRows())).toBeNull();
});

test("a hand-in waits on the device until the capstone is published", async () => {
  expectConsoleError(/has not been published yet/);
  const ada = await backend.signUp();
  await backend.enrol(ada);
  const client = await backend.clientFor(ada);
  await backend.query("update private.course_outline set capstone_fields = '{}'");
  const row = capstoneRow();
  await expect(push(client, [row])).rejects.toMatchObject({ code: "55000" });
  expect(await publish(outlineRows())).toBeNull();
  expect(await outcomes(client, [row])).toEqual(["ok"]);
});

test("only the service role can publish an outline, and an empty one is rejected", async () => {
  const ada = await backend.signUp();
  for (const client of [await backend.clientFor(), await backend.clientFor(ada)])
    expect((await publish(outlineRows(), client))?.code).toBe("42501");
  expect((await publish([]))?.code).toBe("22023");
});

test("before the course is published, a push fails with an error that makes devices retry", async () => {
  expectConsoleError(/has not been published yet/);
  const ada = await backend.signUp();
  const client = await backend.clientFor(ada);
  await backend.query("truncate private.course_outline cascade");
  await expect(push(client, [progressRow("1")])).rejects.toMatchObject({ code: "55000" });
  await backend.query(publishOutlineSql());
  expect(await backend.query("select private.is_worth_retrying('55000') as answer")).toEqual([
    { answer: true },
  ]);
  expect(await outcomes(client, [progressRow("1")])).toEqual(["ok"]);
});
