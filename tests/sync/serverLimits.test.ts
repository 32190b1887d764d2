import { beforeAll, describe, expect, it } from "vitest";
import type { Island } from "../../src/domain/course/island.ts";
import { COURSE_ID, PREVIEW_LESSON_ID } from "../../src/domain/ids.ts";
import { MAX_NOTES_PER_LESSON } from "../../src/entities/note/note.ts";
import { hasStamp } from "../../src/entities/row.ts";
import { newStamp } from "../../src/entities/stamp.ts";
import { lessonPack, publishLesson } from "../support/lessons.ts";
import {
  achievementRow,
  changed,
  enrolled,
  fieldRow,
  noteRow,
  outcomes,
  placeRow,
  progressRow,
  pull,
  push,
  sentSamples,
} from "../support/sentRows.ts";
import { withBackend } from "../support/server/backend.ts";

const backend = withBackend();
beforeAll(() => publishLesson(backend, "2"));

const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString();
const setClock = (id: string, assignments: string) =>
  backend.query(`update sync_clock set ${assignments} where user_id = $1`, [id]);
const clockOf = async (id: string) => {
  const columns = "row_count as rows, bytes::int, day_changes as changes";
  type Clock = { rows: number; bytes: number; changes: number };
  return (await backend.query<Clock>(`select ${columns} from sync_clock where user_id = $1`, [id]))[0];
};
const LIMIT_TODAY = "day = (now() at time zone 'UTC')::date, day_changes = 5000";

/** One row of each kind, and whether it needs access to the course. */
const samples = () =>
  sentSamples().map(({ kind, row }) => {
    const lesson = kind.lessonOf(row.content);
    return { kind, row, isPaid: lesson !== null && lesson !== PREVIEW_LESSON_ID };
  });

describe("work of every kind", () => {
  it("needs the course, except in the preview lesson, and is accepted once the learner has enrolled", async () => {
    const learner = await backend.signUp();
    const client = await backend.clientFor(learner);
    const all = samples();
    const rows = all.map(({ row }) => row);
    expect(new Set(all.map(({ isPaid }) => isPaid))).toEqual(new Set([true, false]));
    // An unknown field of the same name as that of a note's deletion does not open the course.
    for (const sent of [
      rows,
      all.map(({ kind, row }) => changed(kind, row, { deleted: row.content.deleted ?? true })),
    ])
      expect(await outcomes(client, sent)).toEqual(all.map(({ isPaid }) => (isPaid ? "not_entitled" : "ok")));
    expect(await outcomes(client, [achievementRow("5_lessons"), achievementRow("course_complete")])).toEqual([
      "not_entitled",
      "not_entitled",
    ]);
    await backend.enrol(learner);
    expect(await outcomes(client, rows)).toEqual(rows.map(() => "ok"));
  });

  it("done before a refund is accepted afterwards, but none that was done after the refund", async () => {
    const { learner, client } = await enrolled(backend);
    await backend.refund(learner);
    const all = samples();
    const later = all.map(({ kind, row }) => {
      const times = ["completedAt", "takenAt", "handedInAt"].filter((field) => field in row.content);
      const moved = changed(kind, row, Object.fromEntries(times.map((field) => [field, fromNow(60_000)])));
      return hasStamp(kind) ? { ...moved, stamp: newStamp(Date.now() + 30_000) } : moved;
    });
    expect(await outcomes(client, later)).toEqual(all.map(({ isPaid }) => (isPaid ? "not_entitled" : "ok")));
    const before = [...all.map(({ row }) => row), achievementRow("5_lessons")];
    expect(await outcomes(client, before)).toEqual(before.map(() => "ok"));
  });

  it("changes nothing when it is sent again, even after access has ended and limits are reached", async () => {
    const { learner, id, client } = await enrolled(backend);
    const sent = samples().map(({ row }) => row);
    await push(client, sent);
    const [{ cursor }, clock] = [await pull(client, 0), await clockOf(id)];
    await backend.refund(learner);
    expect(await clockOf(id)).toEqual(clock);
    await setClock(id, `row_count = 50000, bytes = 8000000, ${LIMIT_TODAY}`);
    expect(new Set(await outcomes(client, [...sent, ...sent]))).toEqual(new Set(["ok"]));
    expect((await pull(client, 0)).cursor).toBe(cursor);
  });

  it.each([
    ["too_many_today", LIMIT_TODAY, "day_changes = 4999"],
    ["too_many", "row_count = 50000", "row_count = 49999"],
  ])(
    "is limited, except places, and changes nothing when it is refused: %s",
    async (code, reached, oneLeft) => {
      const { id, client } = await enrolled(backend);
      await push(client, []);
      await setClock(id, reached);
      const clock = await clockOf(id);
      const all = samples();
      expect(
        await outcomes(
          client,
          all.map(({ row }) => row),
        ),
      ).toEqual(all.map(({ kind }) => (kind.kind === "place" ? "ok" : code)));
      expect((await pull(client, 0)).rows).toMatchObject([{ kind: "place" }]);
      expect(await clockOf(id)).toEqual(clock);

      await setClock(id, oneLeft);
      expect(await outcomes(client, [noteRow("1", "The last."), noteRow("1", "One too many.")])).toEqual([
        "ok",
        code,
      ]);
      await setClock(id, "day = day - 1, row_count = 0");
      expect(await outcomes(client, [noteRow("1", "The next day.")])).toEqual(["ok"]);
    },
  );

  it("is limited to 8 MB and 50,000 rows, at which a text can still be shortened and a note deleted", async () => {
    const { id, client } = await enrolled(backend);
    const note = noteRow("1", "A note.");
    await push(client, [fieldRow("l03-prompt", "Long enough.", "2026-03-01"), note]);
    await setClock(id, "bytes = 8000000, row_count = 50000");
    const rows = [
      fieldRow("l03-prompt", "Longer than before.", "2026-03-02"),
      noteRow("1", "Changed.", { noteId: note.content.noteId }),
      fieldRow("l03-prompt", "Shorter.", "2026-03-03"),
      noteRow("1", "", { noteId: note.content.noteId, deleted: true }),
    ];
    expect(await outcomes(client, rows)).toEqual(["too_many", "too_many", "ok", "ok"]);
    // Not without limit: a deletion is a row too.
    await setClock(id, "bytes = 8800000");
    expect(await outcomes(client, [noteRow("1", "", { deleted: true })])).toEqual(["too_many"]);
  });

  it("counts rows, bytes and changes, but no places", async () => {
    const { id, client } = await enrolled(backend);
    const sizeOf = async (content: object) =>
      (
        await backend.query<{ size: number }>("select octet_length($1::jsonb::text) as size", [
          JSON.stringify(content),
        ])
      )[0]?.size;
    const texts = ["Short.", "A longer one."].map((text, day) =>
      fieldRow("l03-prompt", text, `2026-03-0${day + 1}`),
    );
    await push(client, [
      ...texts,
      progressRow("1"),
      progressRow("1", "2026-02-01T09:00:00.000Z"),
      placeRow("3", 2),
    ]);
    expect(await clockOf(id)).toEqual({ rows: 2, changes: 4, bytes: await sizeOf(texts[1]?.content ?? {}) });
  });
});

describe("the stamp of a pushed row", () => {
  it("may be a minute ahead of the server, or as late as the learner's latest", async () => {
    const { id, client } = await enrolled(backend);
    const stampsOfAll = async (ms: number) => {
      const rows = sentSamples().filter(({ kind }) => hasStamp(kind));
      return new Set(
        await outcomes(
          client,
          rows.map(({ row }) => ({ ...row, stamp: newStamp(ms) })),
        ),
      );
    };
    const farAhead = Date.parse("2099-01-01T00:00:00Z");
    // Of a set of days the earlier write counts, so a row that is there already stays.
    expect(await stampsOfAll(farAhead)).toEqual(new Set(["clock"]));
    expect(await outcomes(client, [fieldRow("l02-check", "Soon.", fromNow(50_000))])).toEqual(["ok"]);
    expect(await outcomes(client, [fieldRow("l02-check", "Later.", fromNow(70_000))])).toEqual(["clock"]);
    await setClock(id, "latest_stamp = '2099-01-02'");
    expect(await stampsOfAll(farAhead)).toEqual(new Set(["ok"]));
    expect((await push(client, [])).limit).toBe(Date.parse("2099-01-02T00:00:00Z"));
  });

  it("may be far behind", async () => {
    const { client } = await enrolled(backend);
    expect(await outcomes(client, [fieldRow("l02-check", "Old.", "1970-01-01T00:00:00Z")])).toEqual(["ok"]);
    expect(await outcomes(client, [fieldRow("l02-check", "New.")])).toEqual(["ok"]);
    expect((await pull(client, 0)).rows).toMatchObject([{ content: { value: "New." } }]);
  });

  it("is the one that the reply's limit names", async () => {
    const { client } = await enrolled(backend);
    const { limit, time } = await push(client, []);
    expect(limit - time).toBe(60_000);
    expect(Math.abs(time - Date.now())).toBeLessThan(30_000);
  });
});

describe("a workbook field", () => {
  const publish = async (version: number, islands: Island[]) => {
    const pack = { ...lessonPack("1"), islands };
    const key = {
      course_id: COURSE_ID,
      lesson_id: "1",
      version,
      hash: version.toString(16).padStart(64, "0"),
    };
    const { error } = await backend
      .service()
      .from("lessons")
      .upsert({ ...key, bytes: 1, is_preview: true, pack });
    expect(error).toBeNull();
  };
  const field = (id: string): Island => ({ kind: "field", id, label: "Yours", lines: 2 });
  const marks = (fieldId: string): Island => ({
    kind: "marks",
    id: "marks",
    passMarks: 1,
    rows: [{ fieldId, criterion: "Clear", needed: false, levels: ["a", "b", "c", "d"] }],
  });

  it("is refused and not stored if the course does not have it, even in a batch of 100 from a free account", async () => {
    const client = await backend.clientFor(await backend.signUp());
    const rows = Array.from({ length: 100 }, (_, index) =>
      fieldRow(`l01-invented-${index}`, "x".repeat(4000)),
    );
    expect(new Set(await outcomes(client, rows))).toEqual(new Set(["unknown_field"]));
    expect((await pull(client, 0)).rows).toEqual([]);
  });

  it("is accepted once its lesson is published, and still accepted after a later version removed it", async () => {
    const client = await backend.clientFor(await backend.signUp());
    const rows = [fieldRow("l01-new-field", "Mine."), fieldRow("l01-new-mark", "3")];
    expect(await outcomes(client, rows)).toEqual(["unknown_field", "unknown_field"]);
    await publish(1, [field("l01-new-field"), marks("l01-new-mark")]);
    expect(await outcomes(client, rows)).toEqual(["ok", "ok"]);
    await publish(2, [field("l01-renamed")]);
    const changes = ["l01-new-field", "l01-new-mark", "l01-renamed"].map((id) =>
      fieldRow(id, "4", "2026-03-02"),
    );
    expect(await outcomes(client, changes)).toEqual(["ok", "ok", "ok"]);
  });
});

describe("the versions of a note", () => {
  it("are pruned to the newest twenty, and an older one that returns is accepted without effect", async () => {
    const { id, client } = await enrolled(backend);
    const noteId = crypto.randomUUID();
    const versions = Array.from({ length: 25 }, (_, day) =>
      noteRow("3", `version ${day}`, { noteId }, `2026-03-${String(day + 1).padStart(2, "0")}T09:00:00.000Z`),
    );
    const other = noteRow("3", "Another note.");
    expect(new Set(await outcomes(client, [other, ...versions]))).toEqual(new Set(["ok"]));
    const kept = (await pull(client, 0)).rows.map(({ content }) => content.body);
    expect(kept).toEqual([other, ...versions.slice(5)].map(({ content }) => content.body));
    const before = await clockOf(id);
    expect(before).toMatchObject({ rows: 21 });
    expect((await push(client, versions.slice(0, 1))).answers).toMatchObject([{ code: null }]);
    expect((await pull(client, 0)).rows).toHaveLength(21);
    expect(await clockOf(id)).toEqual({ rows: 21, bytes: before?.bytes, changes: 27 });
  });

  it("can be added for a deletion after access has ended, but for no other change", async () => {
    const { learner, client } = await enrolled(backend);
    const first = noteRow("3", "Mine.");
    await push(client, [first]);
    await backend.refund(learner);
    const { noteId } = first.content;
    const rows = [
      noteRow("3", "More.", { noteId }, fromNow(30_000)),
      noteRow("3", "", { noteId, deleted: true }, fromNow(30_000)),
    ];
    expect(await outcomes(client, rows)).toEqual(["not_entitled", "ok"]);
  });

  it("are refused for a new note when the lesson has 500, but not for these notes", async () => {
    const { id, client } = await enrolled(backend);
    const known = noteRow("3", "Mine.");
    await push(client, [known]);
    await backend.query(
      `insert into study_rows (user_id, kind, key, content, stamp, begun_at, rev)
       select user_id, kind, gen_random_uuid()::text, content || jsonb_build_object('noteId', gen_random_uuid()), stamp, begun_at, 100 + nth
       from study_rows, generate_series(2, $2::integer) as nth where user_id = $1`,
      [id, MAX_NOTES_PER_LESSON],
    );
    const { noteId } = known.content;
    const more = [
      noteRow("3", "One more."),
      noteRow("3", "Changed.", { noteId }),
      noteRow("4", "Elsewhere."),
    ];
    expect(await outcomes(client, more)).toEqual(["too_many", "ok", "ok"]);
  });
});
