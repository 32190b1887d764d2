import { createHash } from "node:crypto";
import { join } from "node:path";
import { expect, test } from "vitest";
import { canonicalJson } from "../../../src/domain/canonicalJson.ts";
import { withBackend } from "../../../tests/support/server/backend.ts";
import { formatError } from "../contentError.ts";
import { readCourse } from "../readCourse.ts";
import { publishCourse } from "./publishCourse.ts";
import { supabaseStore } from "./supabaseStore.ts";

const backend = withBackend();

function readReal() {
  const course = readCourse(join(import.meta.dirname, "..", "..", "..", "content"));
  if ("errors" in course) throw new Error(course.errors.map(formatError).join("\n"));
  return course;
}

test("the real course is published to a real backend once, and a visitor can read lesson 1 only (S-073)", async () => {
  const course = readReal();
  const store = supabaseStore(backend.service());
  expect(await publishCourse(course, store)).toHaveLength(course.packs.length + course.extended.length);
  expect(await publishCourse(course, store)).toEqual([]);

  const visitor = await backend.clientFor();
  const { data } = await visitor.from("lessons").select("lesson_id, hash, is_preview, pack");
  expect(data).toMatchObject([{ lesson_id: "1", is_preview: true }]);
  const row = data?.[0];
  expect(createHash("sha256").update(canonicalJson(row?.pack)).digest("hex")).toBe(row?.hash);
});

test("a corrected lesson replaces the published one with a higher version and a later time", async () => {
  const service = backend.service();
  const [first] = readReal().packs;
  if (!first) throw new Error("there is no lesson");
  const store = supabaseStore(service);
  await publishCourse({ packs: [first], extended: [] }, store);
  const read = () => service.from("lessons").select("version, published_at").eq("lesson_id", "1").single();
  const before = await read();
  await publishCourse({ packs: [{ ...first, takeaways: ["Corrected."] }], extended: [] }, store);
  const after = await read();
  expect(after.data?.version).toBe(before.data?.version + 1);
  expect(Date.parse(after.data?.published_at)).toBeGreaterThan(Date.parse(before.data?.published_at));
});

test("publishing without the secret key fails with an explanation", async () => {
  const store = supabaseStore(await backend.clientFor());
  const packs = readReal().packs.map((pack) => ({ ...pack, takeaways: ["Not allowed."] }));
  await expect(publishCourse({ packs, extended: [] }, store)).rejects.toThrow(
    "the outline could not be published",
  );
});
