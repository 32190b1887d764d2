import { beforeAll, describe, expect, it } from "vitest";
import { kindOf } from "../../src/entities/registry.ts";
import { publishLesson } from "../support/lessons.ts";
import { changed, enrolled, outcomes, pull, sentSamples } from "../support/sentRows.ts";
import { withBackend } from "../support/server/backend.ts";

const backend = withBackend();

beforeAll(async () => {
  await publishLesson(backend, "2");
  // Well-formed ids that the course does not use, registered so that the tests cover only their form.
  await backend.query(
    `insert into private.workbook_field_ids (course_id, field_id)
     select 'ai-fluency-30-days', unnest(array['l01-a', 'l10-' || repeat('a', 40)])`,
  );
});

type Contents = Record<string, unknown>[];
const each = (field: string, values: unknown[]): Contents => values.map((value) => ({ [field]: value }));

const BAD_TIMES = ["yesterday", "", 0, null, undefined];
const BAD_IDS = ["x", 7, null, undefined, "{019a0000-0000-7000-8000-000000000009}"];
const BAD_LESSONS = ["12", "0", "", " 1", 1, null, undefined];
const ANCHOR = { quote: "who can say no", prefix: "Ask ", suffix: "." };
const highlight = (anchor: unknown, colour: unknown = "ochre") => ({ anchor, colour });
const TODAY = new Date().toISOString().slice(0, 10);
const [MAX_TEXT, FIRST] = ["🌍".repeat(4000), "019a0000-0000-7000-8000-000000000001"];
/** It is no UUIDv7. */
const LAST = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** Changes of a valid content that the server accepts, and others that it refuses as invalid. */
const FORMS: [kind: string, field: string, accepted: Contents, refused: Contents][] = [
  ["progress", "lessonId", each("lessonId", ["1", "11"]), each("lessonId", BAD_LESSONS)],
  ["progress", "completed", [{}], each("completed", [false, "true", 1, null, undefined])],
  [
    "progress",
    "completedAt",
    each("completedAt", [
      "2026-03-01T09:00:00+23:59",
      "2026-03-01T09:00:00.123456789Z",
      "2024-02-29T09:00:00Z",
      "0000-01-01T00:00:00Z",
      "9999-12-31T23:59:59Z",
    ]),
    each("completedAt", [
      ...BAD_TIMES,
      1772355600,
      "2026-03-01T09:00:00",
      "2026-03-01 09:00:00Z",
      "2026-03-01t09:00:00z",
      "2026-03-01T09:00Z",
      "2026-02-29T09:00:00Z",
      "2026-04-31T09:00:00Z",
      "2026-13-01T00:00:00Z",
      "2026-03-01T24:00:00Z",
      "2016-12-31T23:59:60Z",
      "infinity",
      "2026-03-01T09:00:00Z\n",
    ]),
  ],
  ["attempt", "id", [{}], each("id", BAD_IDS)],
  ["attempt", "lessonId", each("lessonId", ["2"]), each("lessonId", BAD_LESSONS)],
  ["attempt", "lessonVersion", [{}], each("lessonVersion", [0, -1, 1.5, "1", null, undefined, 2 ** 53])],
  [
    "attempt",
    "answers",
    each("answers", [[3, 3, 3, 3, 3]]),
    each("answers", [
      [0, 1, 2, 3],
      [0, 1, 2, 3, 0, 1],
      [0, 1, 2, 3, 4],
      [0, 1, 2, 3, -1],
      [0, 1, 2, 3, 0.5],
      [0, 1, 2, 3, "0"],
      [0, 1, 2, 3, null],
      ...["01230", {}, null, undefined],
    ]),
  ],
  ["attempt", "takenAt", [{}], each("takenAt", BAD_TIMES)],
  [
    "achievement",
    "type",
    each("type", ["first_lesson", "5_lessons"]),
    each("type", ["quiz_master", "", 5, null]),
  ],
  [
    "workbook",
    "fieldId",
    each("fieldId", ["l01-a", "l11-mark-1", `l10-${"a".repeat(40)}`]),
    each("fieldId", [
      ...[`l10-${"a".repeat(41)}`, "l00-a", "l12-a", "l1-a", "L01-a", "l01-A", "l01-", "l01-a\n", " l01-a"],
      ...["l01-é", "", 5, null, undefined],
    ]),
  ],
  [
    "workbook",
    "value",
    each("value", ["", "two\nlines\t", "x".repeat(4000), MAX_TEXT, "\u0001".repeat(4000)]),
    each("value", [
      "x".repeat(4001),
      `${MAX_TEXT}x`,
      "\u0001".repeat(4001),
      5,
      true,
      null,
      undefined,
      [],
      {},
    ]),
  ],
  ["note", "id", [{}], each("id", BAD_IDS)],
  ["note", "noteId", [{}], each("noteId", BAD_IDS)],
  ["note", "lessonId", each("lessonId", ["1", "11"]), each("lessonId", BAD_LESSONS)],
  [
    "note",
    "lessonVersion",
    each("lessonVersion", [1, 2 ** 53 - 1]),
    each("lessonVersion", [2 ** 53, 0, 1.5, "1", null, undefined]),
  ],
  [
    "note",
    "body",
    each("body", [" ", MAX_TEXT, "\u0001".repeat(4000)]),
    // A note without an anchor and a text is a deletion.
    each("body", ["", "x".repeat(4001), 5, null, undefined]),
  ],
  ["note", "deleted", [{ body: "", deleted: true }], each("deleted", [true, "true", 1, null, undefined])],
  [
    "note",
    "anchor",
    [
      highlight(ANCHOR),
      { ...highlight(ANCHOR, "indigo"), body: "" },
      highlight({ quote: "🌍".repeat(1000), prefix: "x".repeat(64), suffix: "" }, "forest"),
    ],
    [
      highlight({ ...ANCHOR, quote: "" }),
      highlight({ ...ANCHOR, quote: "x".repeat(1001) }),
      highlight({ ...ANCHOR, prefix: "x".repeat(65) }),
      highlight({ ...ANCHOR, suffix: null }),
      highlight({ quote: "a" }),
      ...[null, {}, [], "a", 5, false, undefined].map((anchor) => highlight(anchor)),
      ...[null, "red", "", 5].map((colour) => highlight(ANCHOR, colour)),
      { ...highlight(ANCHOR), body: "", deleted: true },
    ],
  ],
  ["place", "lessonId", each("lessonId", ["1", "11"]), each("lessonId", BAD_LESSONS)],
  [
    "place",
    "step",
    [
      { step: 1, furthest: 1 },
      { step: 60, furthest: 60 },
    ],
    [...[0, -1, 1.5, "1", null, undefined].map((step) => ({ step, furthest: 60 })), { step: 4, furthest: 3 }],
  ],
  ["place", "part", each("part", [0, 10_000]), each("part", [10_001, -1, 0.5, "1", null, undefined])],
  [
    "place",
    "share",
    each("share", [0, 1, 0.001, 0.571, 0.999]),
    each("share", [0.0005, 1.001, -0.001, "0.5", null, undefined]),
  ],
  ["place", "furthest", each("furthest", [60]), each("furthest", [61, 0, 3.5, "60", null, undefined])],
  ["capstone", "id", [{}], each("id", BAD_IDS)],
  ["capstone", "attempt", [{}], each("attempt", [0, 3, 1.5, "1", null, undefined])],
  [
    "capstone",
    "texts",
    each("texts", [{ "l11-does": MAX_TEXT }]),
    each("texts", [
      ...[{}, { "l11-does": " \n" }, { "l10-trace": "x" }, { "l11-does": `${MAX_TEXT}x` }, { "l11-does": 5 }],
      ...["x", [], null, undefined],
    ]),
  ],
  ["capstone", "handedInAt", [{}], each("handedInAt", BAD_TIMES)],
  ["plan", "name", [{}], each("name", ["end", "", 5, null, undefined])],
  [
    "plan",
    "firstDay",
    each("firstDay", ["2025-01-01", TODAY]),
    each("firstDay", ["2024-12-31", "2026-02-29", "2026-3-1", `${TODAY}T09:00:00Z`, "2099-01-01", 5, null]),
  ],
  [
    "day",
    "day",
    each("day", ["2025-01-01", TODAY]),
    each("day", ["2024-12-31", "2026-02-29", "2026-3-1", "0000-01-01", "2099-01-01", 5, null, undefined]),
  ],
  [
    "answer",
    "questionId",
    each("questionId", ["quiz/2/1", "review/10/5", "text/3/who-says-no"]),
    each("questionId", ["quiz/12/1", "quiz/0/1", "other/2/1", "quiz/2/", "text/2/A", "quiz/2", 5, null]),
  ],
  [
    "answer",
    "first",
    each("first", [`${FIRST} none`, `${FIRST} 0`, `${FIRST} 9`]),
    each("first", [FIRST, `${FIRST} 10`, `${FIRST} x`, "x 0", "", 5, null, undefined]),
  ],
  ["answer", "tries", each("tries", [0, 1000]), each("tries", [-1, 1001, 1.5, "1", null, undefined])],
  [
    "answer",
    "given",
    each("given", [
      ...["a1b2c3 0 +", "a1b2c3 1 3", "a 2 0.1.2.3.4.5.6.7", "a 0 ..1.......2"].map(
        (chosen) => `- ${FIRST} ${chosen}`,
      ),
      ...[`${FIRST} ${FIRST} a1b2c3 1 0+`, undefined],
    ]),
    each("given", [
      ...["", "a1b2c3 3 0", "a1b2c3 1 8", "a1b2c3 1 0 ", "A 1 0", "a 0 ..........1"].map(
        (chosen) => `- ${FIRST} ${chosen}`,
      ),
      ...["a1b2c3 1 0", `${FIRST} a1b2c3 1 0`, `- - a1b2c3 1 0`, `- ${LAST} a1b2c3 1 0`, "", 5, null],
    ]),
  ],
  [
    "answer",
    "recall",
    each("recall", [`${FIRST} 0 ${TODAY}`, `${FIRST} 3 never`, undefined]),
    each("recall", [
      ...["4 never", "-1 never", "0 null", "0 2026-02-29", "0 soon", "0", `0 ${TODAY} `].map(
        (recall) => `${FIRST} ${recall}`,
      ),
      ...[`- 0 ${TODAY}`, `${LAST} 0 ${TODAY}`, "", 5, null],
    ]),
  ],
];

describe("the content of a pushed row", () => {
  it.each(FORMS)("is refused, or can be read by devices: %s, %s", async (name, _, accepted, refused) => {
    const { client } = await enrolled(backend);
    const rowWith = (changes: Record<string, unknown>) => {
      const sample = sentSamples().find(({ kind }) => kind.kind === name);
      if (!sample) throw new Error(`there is no kind ${name}`);
      return changed(sample.kind, sample.row, changes);
    };
    expect(await outcomes(client, accepted.map(rowWith))).toEqual(accepted.map(() => "ok"));
    // As they are sent, because JSON drops undefined fields.
    const sent = JSON.parse(JSON.stringify(refused.map(rowWith)));
    const codes = await outcomes(client, sent);
    for (const [index, code] of codes.entries())
      expect([code, sent[index]]).toEqual(["invalid", sent[index]]);
    const { rows } = await pull(client, 0);
    expect(rows).not.toEqual([]);
    for (const { kind, key, content } of rows) {
      expect(kindOf(kind)?.schema().safeParse(content)).toMatchObject({ success: true });
      expect(kindOf(kind)?.keyOf(content)).toBe(key);
    }
  });
});
