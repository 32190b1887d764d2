import fc from "fast-check";
import { v7 } from "uuid";
import { KINDS } from "../../src/entities/registry.ts";
import type { AnyKind, SentRow } from "../../src/entities/row.ts";
import { newStamp } from "../../src/entities/stamp.ts";
import { ANSWER_KEY } from "./lessons.ts";

const ID = "019a0000-0000-7000-8000-000000000001";
const NOTE_ID = "019a0000-0000-7000-8000-000000000002";

export const instants = fc
  .date({ min: new Date("2025-01-01T00:00:00Z"), max: new Date("2026-11-01T00:00:00Z"), noInvalidDate: true })
  .map((date) => date.toISOString());
const texts = fc.string({ unit: "grapheme", maxLength: 20 }).filter((text) => !text.includes("\0"));

const days = fc.constantFrom("2026-03-01", "2026-03-02", "2026-11-20");

/** A few times, so that counters and random bits often decide between two stamps. */
const stamps = fc.constantFrom(0, 1, 2, 50_000).map((ms) => newStamp(Date.UTC(2026, 2, 1, 9) + ms));

const wordsOf = (...parts: fc.Arbitrary<string | number>[]) =>
  fc.tuple(...parts).map((words) => words.join(" "));

/** For each kind, contents of one and the same row. A kind without an entry fails the tests that use this table. */
const CONTENTS: Record<string, fc.Arbitrary<Record<string, unknown>>> = {
  progress: fc.record({
    lessonId: fc.constant("2"),
    completed: fc.constant(true),
    completedAt: instants,
    quizScore: fc.constant(null),
  }),
  attempt: fc.constant({
    id: ID,
    lessonId: "2",
    lessonVersion: 1,
    answers: ANSWER_KEY,
    takenAt: "2026-03-01T09:00:00.000Z",
    score: 100,
    passed: true,
    receivedAt: null,
  }),
  achievement: fc.constant({ type: "first_lesson" }),
  workbook: fc.record({ fieldId: fc.constant("l03-prompt"), value: texts }),
  note: fc.constant({
    id: ID,
    noteId: NOTE_ID,
    lessonId: "3",
    lessonVersion: 1,
    anchor: null,
    colour: null,
    body: "Ask who can say no.",
    deleted: false,
  }),
  place: fc
    .record({
      step: fc.integer({ min: 1, max: 60 }),
      more: fc.nat({ max: 5 }),
      part: fc.nat({ max: 10_000 }),
      share: fc.nat({ max: 1000 }).map((thousandths) => thousandths / 1000),
    })
    .map(({ more, ...place }) => ({ lessonId: "3", ...place, furthest: Math.min(60, place.step + more) })),
  capstone: fc.constant({
    id: ID,
    attempt: 1,
    texts: { "l11-purpose": "A chatbot for tenants." },
    handedInAt: "2026-03-01T09:00:00.000Z",
    receivedAt: null,
    review: null,
  }),
  plan: fc.record({ name: fc.constant("start"), firstDay: days }),
  day: fc.constant({ day: "2026-03-01" }),
  answer: fc.record(
    {
      questionId: fc.constant("quiz/3/2"),
      first: wordsOf(stamps, fc.constantFrom("none", "0", "3")),
      tries: fc.integer({ min: 0, max: 12 }),
      recall: wordsOf(stamps, fc.nat({ max: 3 }), fc.oneof(days, fc.constant("never"))),
      given: wordsOf(
        fc.oneof(stamps, fc.constant("-")),
        stamps,
        fc.constantFrom("a1b2c3 1 0", "a1b2c3 0 1.2+"),
      ),
    },
    { requiredKeys: ["questionId", "first", "tries"] },
  ),
};

/** Copies of one row of a kind. */
export function copiesOf(kind: AnyKind): fc.Arbitrary<SentRow> {
  const contents = CONTENTS[kind.kind];
  if (!contents) throw new Error(`add contents of the kind ${kind.kind}`);
  const isStamped = typeof kind.join !== "function";
  return fc.record({ content: contents, stamp: stamps }).map(({ content, stamp }) => ({
    kind: kind.kind,
    key: kind.keyOf(content),
    content,
    ...(isStamped && { stamp }),
  }));
}

/** One row of each kind, with new ids where rows have any. */
export function oneOfEach(): SentRow[] {
  return KINDS.map((kind) => {
    const [copy] = fc.sample(copiesOf(kind), { numRuns: 1, seed: 1 });
    if (!copy) throw new Error("no sample");
    const content = "id" in copy.content ? { ...copy.content, id: v7() } : copy.content;
    return { ...copy, key: kind.keyOf(content), content };
  });
}
