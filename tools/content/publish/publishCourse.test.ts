import { expect, test } from "vitest";
import { canonicalJson } from "../../../src/domain/canonicalJson.ts";
import type { LessonPack } from "../../../src/domain/course/pack.ts";
import { type LessonStore, type PublishRow, publishCourse } from "./publishCourse.ts";

function pack(lessonId: LessonPack["lessonId"], html: string): LessonPack {
  const question = {
    question: "?",
    options: ["a", "b", "c", "d"],
    explanations: ["a", "b", "c", "d"],
    correctAnswer: 0,
  };
  return {
    courseId: "ai-fluency-30-days",
    moduleId: "1",
    lessonId,
    title: "T",
    minutes: 30,
    objectives: ["o"],
    takeaways: ["s"],
    html,
    terms: [],
    sources: [],
    quiz: { questions: [question, question, question, question, question] },
  };
}

function memoryStore(): LessonStore & { rows: Map<string, PublishRow> } {
  const rows = new Map<string, PublishRow>();
  return {
    rows,
    publishOutline: async () => undefined,
    current: async () => [...rows.values()],
    publish: async (row) => {
      rows.set(`${row.lesson_id} ${row.audience}`, row);
    },
  };
}

test("publishing an unchanged course a second time changes nothing", async () => {
  const store = memoryStore();
  const course = { packs: [pack("1", "<p>one</p>"), pack("2", "<p>two</p>")], extended: [] };
  expect(await publishCourse(course, store)).toHaveLength(2);
  expect(await publishCourse(course, store)).toEqual([]);
  expect([...store.rows.values()].map((row) => row.version)).toEqual([1, 1]);
});

test("only the lesson that an author changed gets a new version", async () => {
  const store = memoryStore();
  const course = { packs: [pack("1", "<p>one</p>"), pack("2", "<p>two</p>")], extended: [] };
  await publishCourse(course, store);
  const packs = [pack("1", "<p>one</p>"), pack("2", "<p>zwei</p>")];
  const changed = await publishCourse({ ...course, packs }, store);
  expect(changed).toMatchObject([{ lesson_id: "2", version: 2 }]);
});

test("both packs of a lesson rise to the same version, because its quiz is graded by lesson and version", async () => {
  const store = memoryStore();
  const course = { packs: [pack("2", "<p>two</p>")], extended: [pack("2", "<p>two and more</p>")] };
  await publishCourse(course, store);
  await publishCourse({ ...course, extended: [pack("2", "<p>two and much more</p>")] }, store);
  expect([...store.rows.values()].map(({ audience, version }) => [audience, version])).toEqual([
    ["everyone", 2],
    ["organisations", 2],
  ]);
});

test("only lesson 1 is a preview, and sizes are counted in UTF-8 bytes", async () => {
  const store = memoryStore();
  await publishCourse({ packs: [pack("1", "<p>é</p>"), pack("2", "<p>e</p>")], extended: [] }, store);
  const [first, second] = ["1", "2"].map((id) => store.rows.get(`${id} everyone`));
  expect([first?.is_preview, second?.is_preview]).toEqual([true, false]);
  expect((first?.bytes ?? 0) - (second?.bytes ?? 0)).toBe(1);
});

test("a pack's hash does not depend on the order of its keys", () => {
  expect(canonicalJson({ b: [{ d: 1, c: "x" }], a: null })).toBe('{"a":null,"b":[{"c":"x","d":1}]}');
  expect(canonicalJson(JSON.parse('{"b":1,"a":2}'))).toBe(canonicalJson({ a: 2, b: 1 }));
});
