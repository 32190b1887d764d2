import { beforeAll, describe, expect, it } from "vitest";
import { opSchema } from "../../src/entities/protocol.ts";
import { withBackend } from "../support/backend.ts";
import { publishLesson } from "../support/lessons.ts";
import {
  achievementOp,
  attemptOp,
  noteOp,
  outcomes,
  placeOp,
  progressOp,
  workbookOp,
} from "../support/ops.ts";

const backend = withBackend();
let client: Awaited<ReturnType<typeof backend.clientFor>>;

beforeAll(async () => {
  await publishLesson(backend, "1");
  // Well-formed ids that the course does not use, registered so that the tests cover only their form.
  await backend.query(
    `insert into private.workbook_field_ids (course_id, field_id)
     select 'ai-fluency-30-days', unnest(array['l01-a', 'l10-' || repeat('a', 40)])`,
  );
  const learner = await backend.signUp();
  await backend.enrol(learner);
  client = await backend.clientFor(learner);
});

const NIL = "00000000-0000-0000-0000-000000000000";
type Loose = { op_id: string; payload: Record<string, unknown> };
const fresh = {
  progress: () => progressOp("1"),
  attempt: () => attemptOp("1"),
  achievement: () => achievementOp("first_lesson"),
  workbook: () => workbookOp("l01-monday", "Ask who can say no."),
  note: () => noteOp("1", "Ask who can say no."),
  place: () => placeOp("1", 3),
  highlight: () => noteOp("1", "", { anchor: ANCHOR, colour: "ochre" }),
};

const ANCHOR = { quote: "who can say no", prefix: "Ask ", suffix: "." };

/** Each entry changes one thing in a well-formed message. */
const envelopeChanges: [string, (op: Loose) => unknown][] = [
  ["no change", (op) => op],
  ["an extra field", (op) => ({ ...op, extra: 1 })],
  ["an extra field in the payload", (op) => ({ ...op, payload: { ...op.payload, extra: 1 } })],
  ["an upper-case op id", (op) => ({ ...op, op_id: op.op_id.toUpperCase() })],
  ["an op id that is not a UUID", (op) => ({ ...op, op_id: "not-a-uuid" })],
  ["an op id in braces", (op) => ({ ...op, op_id: `{${op.op_id}}` })],
  ["an op id without dashes", (op) => ({ ...op, op_id: op.op_id.replaceAll("-", "") })],
  [
    "an op id of an unknown UUID version",
    (op) => ({ ...op, op_id: `${op.op_id.slice(0, 14)}9${op.op_id.slice(15)}` }),
  ],
  ["a number as op id", (op) => ({ ...op, op_id: 5 })],
  ["no op id", (op) => ({ ...op, op_id: undefined })],
  ["version 0", (op) => ({ ...op, v: 0 })],
  ["version '1'", (op) => ({ ...op, v: "1" })],
  ["version 1.5", (op) => ({ ...op, v: 1.5 })],
  ["no version", (op) => ({ ...op, v: undefined })],
  ["no client time", (op) => ({ ...op, client_at: undefined })],
  ["a client time in seconds", (op) => ({ ...op, client_at: 1772355600 })],
  ["a client time without a zone", (op) => ({ ...op, client_at: "2026-03-01T09:00:00" })],
  ["a client time with an offset", (op) => ({ ...op, client_at: "2026-03-01T09:00:00+23:59" })],
  ["a client time with a space", (op) => ({ ...op, client_at: "2026-03-01 09:00:00Z" })],
  ["a client time in lower case", (op) => ({ ...op, client_at: "2026-03-01t09:00:00z" })],
  ["a client time without seconds", (op) => ({ ...op, client_at: "2026-03-01T09:00Z" })],
  ["a client time with nanoseconds", (op) => ({ ...op, client_at: "2026-03-01T09:00:00.123456789Z" })],
  ["29 February of a leap year", (op) => ({ ...op, client_at: "2024-02-29T09:00:00Z" })],
  ["29 February of a common year", (op) => ({ ...op, client_at: "2026-02-29T09:00:00Z" })],
  ["31 April", (op) => ({ ...op, client_at: "2026-04-31T09:00:00Z" })],
  ["hour 24", (op) => ({ ...op, client_at: "2026-03-01T24:00:00Z" })],
  ["a leap second", (op) => ({ ...op, client_at: "2016-12-31T23:59:60Z" })],
  ["the year 0", (op) => ({ ...op, client_at: "0000-01-01T00:00:00Z" })],
  ["the year 9999", (op) => ({ ...op, client_at: "9999-12-31T23:59:59Z" })],
  ["a client time of infinity", (op) => ({ ...op, client_at: "infinity" })],
  ["a line break after the client time", (op) => ({ ...op, client_at: "2026-03-01T09:00:00Z\n" })],
  ["no payload", (op) => ({ ...op, payload: undefined })],
  ["an array as payload", (op) => ({ ...op, payload: [] })],
  ["null as payload", (op) => ({ ...op, payload: null })],
  ["a string as payload", (op) => ({ ...op, payload: "{}" })],
  ["a number as type", (op) => ({ ...op, type: 5 })],
  ["no type", (op) => ({ ...op, type: undefined })],
];

const payloadChanges: [keyof typeof fresh, string, unknown[]][] = [
  ["progress", "course_id", ["ai-fluency", 1, null, undefined]],
  ["progress", "module_id", ["5", "", 1, null, undefined]],
  ["progress", "lesson_id", ["12", "0", " 1", 1, null, undefined]],
  ["progress", "completed_at", ["yesterday", "", 0, null, undefined, "2026-13-01T00:00:00Z"]],
  ["attempt", "id", ["x", 7, null, undefined]],
  ["attempt", "course_id", ["other", undefined]],
  ["attempt", "lesson_id", ["12", 1, null, undefined]],
  ["attempt", "lesson_version", [0, -1, 1.5, "1", null, undefined, 2 ** 53]],
  [
    "attempt",
    "answers",
    [
      [0, 1, 2, 3],
      [0, 1, 2, 3, 0, 1],
      [0, 1, 2, 3, 4],
      [0, 1, 2, 3, -1],
    ],
  ],
  [
    "attempt",
    "answers",
    [[0, 1, 2, 3, 0.5], [0, 1, 2, 3, "0"], [0, 1, 2, 3, null], "01230", {}, null, undefined],
  ],
  ["attempt", "taken_at", ["now", 5, null, undefined]],
  ["workbook", "course_id", ["other", 1, null, undefined]],
  [
    "workbook",
    "field_id",
    [
      "l01-a",
      "l11-mark-1",
      `l10-${"a".repeat(40)}`,
      `l10-${"a".repeat(41)}`,
      "l00-a",
      "l12-a",
      "l1-a",
      "L01-a",
      "l01-A",
      "l01-",
      "l01-a\n",
      " l01-a",
      "l01-é",
      "",
      5,
      null,
      undefined,
    ],
  ],
  [
    "workbook",
    "value",
    ["", "two\nlines\t", "x".repeat(4000), "x".repeat(4001), "🌍".repeat(4000), "🌍".repeat(4001)],
  ],
  ["workbook", "value", [5, true, null, undefined, [], {}]],
  ["workbook", "written_at", ["now", "", 5, null, undefined, "2026-02-30T00:00:00Z"]],
  ["note", "note_id", [NIL, "x", 5, null, undefined]],
  ["note", "course_id", ["other", 1, null, undefined]],
  ["note", "lesson_id", ["11", "12", "0", "", 1, null, undefined]],
  ["note", "lesson_version", [1, 2 ** 53 - 1, 2 ** 53, 0, 1.5, "1", null, undefined]],
  ["note", "anchor", [{ quote: "a", prefix: "", suffix: "" }, {}, [], "a", 5, false, undefined]],
  ["note", "colour", ["ochre", "red", "", 5, undefined]],
  ["note", "body", ["", " ", "x".repeat(4000), "x".repeat(4001), "🌍".repeat(4000), 5, null, undefined]],
  [
    "highlight",
    "anchor",
    [
      { ...ANCHOR, quote: "" },
      { ...ANCHOR, quote: "🌍".repeat(1000) },
      { ...ANCHOR, quote: "x".repeat(1001) },
      { ...ANCHOR, prefix: "x".repeat(64), suffix: "" },
      { ...ANCHOR, prefix: "x".repeat(65) },
      { ...ANCHOR, suffix: null },
      { ...ANCHOR, more: 1 },
      { quote: "a" },
      null,
    ],
  ],
  ["highlight", "colour", ["indigo", "forest", null]],
  ["highlight", "deleted", [true]],
  ["note", "deleted", [true, false, "true", 1, null, undefined]],
  ["note", "written_at", ["now", "", 5, null, undefined]],
  ["place", "course_id", ["other", 1, null, undefined]],
  ["place", "lesson_id", ["11", "12", "0", "", 1, null, undefined]],
  ["place", "step", [1, 3, 4, 0, -1, 1.5, "1", null, undefined]],
  ["place", "part", [0, 10_000, 10_001, -1, 0.5, "1", null, undefined]],
  ["place", "share", [0, 1, 0.001, 0.571, 0.999, 0.0005, 1.001, -0.001, "0.5", null, undefined]],
  ["place", "furthest", [3, 60, 61, 2, 3.5, "3", null, undefined]],
  ["place", "written_at", ["now", "", 5, null, undefined, "2026-02-30T00:00:00Z"]],
  ["achievement", "achievement_type", ["quiz_master", "", 5, null, undefined]],
];

describe("the browser's schema and the database", () => {
  it.each(envelopeChanges)("agree on whether a message with %s is valid", async (_, change) => {
    await expectSameVerdicts(Object.values(fresh).map((make) => change(make())));
  });

  it.each(payloadChanges)("agree on which values of %s.%s are valid", async (type, field, values) => {
    await expectSameVerdicts(
      values.map((value) => {
        const op = fresh[type]();
        return { ...op, payload: { ...op.payload, [field]: value } };
      }),
    );
  });

  it.each([[null], [5], ["op"], [[]], [{}]])("both reject %j in place of an op", async (value) => {
    expect(opSchema.safeParse(value).success).toBe(false);
    expect(await outcomes(client, [value])).toEqual(["invalid"]);
  });
});

describe("sync_push", () => {
  it("rejects an op as invalid if its lesson is not in its module (S-050)", async () => {
    const op = progressOp("1");
    expect(await outcomes(client, [{ ...op, payload: { ...op.payload, module_id: "2" } }])).toEqual([
      "invalid",
    ]);
  });

  it.each([
    ["a NUL character", "a\0b", "22P05"],
    ["an unpaired surrogate", "a\ud83d", "22P02"],
  ])("fails on a text with %s, which the browser's schema also rejects", async (_, value, code) => {
    const op = workbookOp("l01-monday", value);
    expect(opSchema.safeParse(op).success).toBe(false);
    expect((await client.rpc("sync_push", { ops: [op] })).error?.code).toBe(code);
  });

  it("rejects an unknown version or type from a newer client with a code that names the reason", async () => {
    expect(await outcomes(client, [{ ...progressOp("1"), v: 2 }])).toEqual(["unknown_version"]);
    expect(await outcomes(client, [{ ...progressOp("1"), type: "poem" }])).toEqual(["unknown_type"]);
  });

  it("returns the result of an op without an id at the op's position", async () => {
    const { data } = await client.rpc("sync_push", { ops: [null, progressOp("1")] });
    expect(data.results[0]).toEqual({ op_id: NIL, status: "rejected", code: "invalid" });
  });
});

async function expectSameVerdicts(ops: unknown[]): Promise<void> {
  // Checks the messages as they are sent, because JSON drops undefined fields.
  const sent: unknown[] = JSON.parse(JSON.stringify(ops));
  const verdicts = sent.map((op) => (opSchema.safeParse(op).success ? "ok" : "invalid"));
  expect(await outcomes(client, sent), JSON.stringify(sent)).toEqual(verdicts);
}
