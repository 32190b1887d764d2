import { beforeAll, describe, expect, it } from "vitest";
import { KINDS } from "../../src/entities/registry.ts";
import { type SentRow, sentForm } from "../../src/entities/row.ts";
import { newStamp } from "../../src/entities/stamp.ts";
import { withBackend } from "../support/backend.ts";
import { oneOfEach } from "../support/kindSamples.ts";
import { publishLesson } from "../support/lessons.ts";
import { fieldRow, LONG_AGO, noteRow, outcomes, placeRow, pull, push } from "../support/sentRows.ts";

const EARLIER = "2026-02-01T09:00:00.000Z";
const backend = withBackend();

beforeAll(async () => {
  for (const lessonId of ["1", "2", "3", "11"] as const) await publishLesson(backend, lessonId);
  await backend.query(
    `insert into private.workbook_field_ids (course_id, field_id) values ('ai-fluency-30-days', 'l03-prompt') on conflict do nothing`,
  );
});

async function enrolled() {
  const learner = await backend.signUp();
  await backend.enrol(learner);
  return { learner, client: await backend.clientFor(learner) };
}

/** The rows of every kind as devices send them. */
const sample = (): SentRow[] =>
  oneOfEach().map((row, index) => {
    const kind = KINDS[index];
    if (!kind) throw new Error("there is one row for each kind");
    return sentForm(kind, row);
  });

describe("rows of every kind", () => {
  it("reach the learner's other device with what was sent", async () => {
    const { learner, client } = await enrolled();
    const sent = sample();
    expect(await outcomes(client, sent)).toEqual(sent.map(() => "ok"));
    const { rows } = await pull(await backend.clientFor(learner), 0);
    for (const { kind, key, content, stamp } of sent) {
      const found = rows.find((row) => row.kind === kind && row.key === key);
      expect(found).toMatchObject({ content, ...(stamp && { stamp }) });
    }
  });

  it("change nothing when they are sent again, even after access has ended", async () => {
    const { learner, client } = await enrolled();
    const sent = sample();
    await push(client, sent);
    const { cursor } = await pull(client, 0);
    await backend.refund(learner);
    await backend.query("update sync_clock set day = (now() at time zone 'UTC')::date, day_changes = 5000");
    expect(await outcomes(client, [...sent, ...sent])).toEqual([...sent, ...sent].map(() => "ok"));
    expect((await pull(client, 0)).cursor).toBe(cursor);
  });

  it("need the form that their definition names", async () => {
    const { client } = await enrolled();
    for (const row of sample()) {
      for (const broken of [
        { ...row, content: null },
        { ...row, content: [] },
        { ...row, content: {} },
        { ...row, key: "other" },
        { ...row, key: 5 },
        { ...row, key: undefined },
      ])
        expect([row.kind, broken, await outcomes(client, [broken])]).toEqual([row.kind, broken, ["invalid"]]);
    }
    for (const kind of ["poem", "", null, 5, undefined])
      expect(await outcomes(client, [{ ...fieldRow("l03-prompt", "x"), kind }])).toEqual(["unknown_kind"]);
    for (const nothing of [null, 5, "row", [], {}]) expect(await outcomes(client, [nothing])).not.toEqual(["ok"]);
  });

  it("keep fields that this server does not know", async () => {
    const { client } = await enrolled();
    const row = placeRow("3", 4, { added: { later: true } });
    expect(await outcomes(client, [row])).toEqual(["ok"]);
    expect((await pull(client, 0)).rows).toMatchObject([{ content: { added: { later: true } } }]);
  });
});

describe("a later and an earlier row", () => {
  it.each([
    ["a text", fieldRow("l03-prompt", "later"), fieldRow("l03-prompt", "earlier", EARLIER), { value: "later" }],
    [
      "a place, with its furthest step",
      placeRow("3", 2),
      placeRow("3", 6, { furthest: 7 }, EARLIER),
      { step: 2, furthest: 7 },
    ],
  ])("are joined in either order of arrival: %s", async (_, later, earlier, expected) => {
    for (const rows of [
      [later, earlier],
      [earlier, later],
    ]) {
      const { client } = await enrolled();
      expect(await outcomes(client, rows)).toEqual(["ok", "ok"]);
      expect((await pull(client, 0)).rows).toMatchObject([{ content: expected, stamp: later.stamp }]);
    }
  });

  it("of the same millisecond are ordered by the rest of their stamps", async () => {
    const first = newStamp(Date.parse(LONG_AGO));
    const second = newStamp(Date.parse(LONG_AGO), first);
    for (const stamps of [
      [first, second],
      [second, first],
    ]) {
      const { client } = await enrolled();
      await push(client, stamps.map((stamp) => ({ ...fieldRow("l03-prompt", stamp), stamp })));
      expect((await pull(client, 0)).rows).toMatchObject([{ content: { value: second } }]);
    }
  });
});

describe("a pushed text", () => {
  it("keeps line breaks, accents and characters outside the Basic Multilingual Plane unchanged", async () => {
    const { client } = await enrolled();
    const text = 'Kia ora,\nte reo Māori \u2014 "quoted" \\ 🌍\t\'';
    await push(client, [fieldRow("l03-prompt", text)]);
    expect((await pull(client, 0)).rows).toMatchObject([{ content: { value: text } }]);
  });

  it.each([
    ["a NUL character", "a\0b", "22P05"],
    ["an unpaired surrogate", "a\ud83d", "22P02"],
  ])("fails as a whole request with %s, which no device stores", async (_, value, code) => {
    const { client } = await enrolled();
    const { error } = await client.rpc("sync_push", { version: 1, rows: [fieldRow("l03-prompt", value)] });
    expect(error?.code).toBe(code);
  });

  it("may have 4,000 characters, of any plane", async () => {
    const { client } = await enrolled();
    const rows = ["x", "🌍", "\u0001"].flatMap((each) => [
      fieldRow("l03-prompt", each.repeat(4000)),
      fieldRow("l03-prompt", each.repeat(4001)),
    ]);
    const codes = await outcomes(client, rows);
    expect(codes.filter((_, index) => index % 2 === 0)).toEqual(["ok", "ok", "ok"]);
    expect(codes.filter((_, index) => index % 2 === 1)).not.toContain("ok");
  });
});

describe("a pushed place", () => {
  it("is refused, never an error, with a number that the database cannot store", async () => {
    for (const number of ["1e400", "-1e400", "1e-400", "99999999999999999999"]) {
      for (const field of ["step", "part", "share", "furthest"]) {
        // Sent as text, because no number of JavaScript has this value.
        const content = JSON.stringify(placeRow("3", 1).content).replace(
          new RegExp(`"${field}":\\d+`),
          `"${field}":${number}`,
        );
        const [row] = await backend.query<{ lesson: string | null }>(
          "select private.check_place($1::jsonb) as lesson",
          [content],
        );
        expect(row?.lesson, `${field} ${number}`).toBeNull();
      }
    }
  });

  it("is not counted against the limits", async () => {
    const { learner, client } = await enrolled();
    for (let step = 1; step <= 9; step += 1)
      await push(client, [placeRow("3", step, {}, `2026-03-01T09:0${step}:00.000Z`)]);
    expect(
      await backend.query("select row_count, day_changes from sync_clock where user_id = $1", [learner.id]),
    ).toEqual([{ row_count: 0, day_changes: 0 }]);
  });
});

describe("the versions of a note", () => {
  it("are pruned to the newest twenty, and an older one that returns is accepted without effect", async () => {
    const { learner, client } = await enrolled();
    const noteId = crypto.randomUUID();
    const versions = Array.from({ length: 25 }, (_, day) =>
      noteRow("3", `version ${day}`, { noteId }, `2026-03-${String(day + 1).padStart(2, "0")}T09:00:00.000Z`),
    );
    expect(new Set(await outcomes(client, versions))).toEqual(new Set(["ok"]));
    const kept = (await pull(client, 0)).rows.map(({ content }) => content.body);
    expect(kept).toEqual(versions.slice(5).map(({ content }) => content.body));
    expect(await outcomes(client, versions.slice(0, 1))).toEqual(["ok"]);
    expect((await pull(client, 0)).rows).toHaveLength(20);
    expect(await backend.query("select row_count from sync_clock where user_id = $1", [learner.id])).toEqual([
      { row_count: 20 },
    ]);
  });
});
