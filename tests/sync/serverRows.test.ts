import { beforeAll, describe, expect, it } from "vitest";
import { hasStamp } from "../../src/entities/row.ts";
import { newStamp } from "../../src/entities/stamp.ts";
import { publishLesson } from "../support/lessons.ts";
import {
  changed,
  enrolled,
  fieldRow,
  LONG_AGO,
  noteRow,
  outcomes,
  placeRow,
  pull,
  push,
  sentSamples,
} from "../support/sentRows.ts";
import { withBackend } from "../support/server/backend.ts";

const EARLIER = "2026-02-01T09:00:00.000Z";
const backend = withBackend();

beforeAll(() => publishLesson(backend, "2"));

describe("rows of every kind", () => {
  it("reach the learner's other device with what was sent", async () => {
    const { learner, client } = await enrolled(backend);
    const sent = sentSamples().map(({ row }) => row);
    expect(await outcomes(client, sent)).toEqual(sent.map(() => "ok"));
    const { rows } = await pull(await backend.clientFor(learner), 0);
    for (const { kind, key, content, stamp } of sent) {
      const found = rows.find((row) => row.kind === kind && row.key === key);
      // A completion can be earlier than the enrolment, and the quiz's score is joined into it.
      expect(found).toMatchObject({ content, ...(stamp && { stamp }) });
    }
  });

  it("need a key that their content has, a content and, where it decides, a stamp", async () => {
    const { client } = await enrolled(backend);
    for (const { kind, row } of sentSamples()) {
      const broken: object[] = [
        ...[null, [], {}, "{}", undefined].map((content) => ({ ...row, content })),
        ...["other", `${row.key}x`, 5, null, undefined].map((key) => ({ ...row, key })),
      ];
      const stamps = [
        ...["6fa459ea-ee8a-4ca4-894e-db77e160355e", "019CA8B6-2E80-7000-8000-000000000000"],
        ...["019ca8b6-2e80-7000-8000-000000000000\n", LONG_AGO, 5, null, undefined],
      ];
      if (hasStamp(kind)) broken.push(...stamps.map((stamp) => ({ ...row, stamp })));
      for (const each of broken)
        expect([kind.kind, each, await outcomes(client, [each])]).toEqual([kind.kind, each, ["invalid"]]);
    }
    const [row] = sentSamples();
    for (const kind of ["poem", "", "Progress", null, 5, undefined])
      expect(await outcomes(client, [{ ...row?.row, kind }])).toEqual(["unknown_kind"]);
    for (const nothing of [null, 5, "row", [], {}])
      expect((await push(client, [nothing])).answers).toEqual([{ kind: "", key: "", code: "unknown_kind" }]);
    expect((await pull(client, 0)).rows).toEqual([]);
  });

  it("may be as large as their kind allows, with fields that this server does not know, which it keeps", async () => {
    const { client } = await enrolled(backend);
    const kinds = await backend.query<{ kind: string; most: number }>(
      "select kind, max_bytes as most from private.study_kinds",
    );
    for (const { kind, row } of sentSamples()) {
      const most = kinds.find((each) => each.kind === kind.kind)?.most;
      if (most === undefined) continue;
      const [size] = await backend.query<{ bytes: number }>("select octet_length($1::jsonb::text) as bytes", [
        JSON.stringify({ ...row.content, later: "" }),
      ]);
      const ofSize = (bytes: number) => changed(kind, row, { later: "x".repeat(bytes - (size?.bytes ?? 0)) });
      expect([kind.kind, await outcomes(client, [ofSize(most + 1), ofSize(most)])]).toEqual([
        kind.kind,
        ["too_large", "ok"],
      ]);
      expect((await pull(client, 0)).rows.at(-1)).toMatchObject({ content: ofSize(most).content });
    }
  });

  it("belong to the learner who sends them, whatever user id they contain (S-074)", async () => {
    const [ada, ben] = [await enrolled(backend), await enrolled(backend)];
    const rows = sentSamples().map(({ kind, row }) => changed(kind, row, { user_id: ben.id }));
    await push(
      ada.client,
      rows.map((row) => ({ ...row, user_id: ben.id })),
    );
    expect((await pull(ben.client, 0)).rows).toEqual([]);
    expect((await pull(ada.client, 0)).rows.length).toBeGreaterThanOrEqual(rows.length);
  });
});

describe("a later and an earlier row", () => {
  it("of the same millisecond are ordered by the rest of their stamps", async () => {
    const first = newStamp(Date.parse(LONG_AGO));
    const second = newStamp(Date.parse(LONG_AGO), first);
    for (const stamps of [
      [first, second],
      [second, first],
    ]) {
      const { client } = await enrolled(backend);
      await push(
        client,
        stamps.map((stamp) => ({ ...fieldRow("l03-prompt", stamp), stamp })),
      );
      expect((await pull(client, 0)).rows).toMatchObject([{ content: { value: second } }]);
    }
  });

  it("comes back to the sender if the server has another content, with its revision", async () => {
    const { client } = await enrolled(backend);
    const [later, earlier] = [fieldRow("l03-prompt", "later"), fieldRow("l03-prompt", "earlier", EARLIER)];
    expect((await push(client, [later])).rows).toEqual([]);
    expect((await push(client, [earlier])).rows).toEqual([{ ...later, rev: 1 }]);
  });
});

describe("a pushed text", () => {
  it("keeps line breaks, accents and characters outside the Basic Multilingual Plane unchanged", async () => {
    const { client } = await enrolled(backend);
    const text = 'Kia ora,\nte reo Māori \u2014 "quoted" \\ 🌍\t\'';
    await push(client, [fieldRow("l03-prompt", text), noteRow("3", text)]);
    expect((await pull(client, 0)).rows).toMatchObject([
      { content: { value: text } },
      { content: { body: text } },
    ]);
  });

  it.each([
    ["a NUL character", "a\0b", "22P05"],
    ["an unpaired surrogate", "a\ud83d", "22P02"],
  ])("fails as a whole request with %s, which no device stores", async (_, value, code) => {
    const { client } = await enrolled(backend);
    await expect(push(client, [fieldRow("l03-prompt", value)])).rejects.toMatchObject({ code });
  });
});

describe("a pushed number", () => {
  it("that the database cannot store is refused, never an error", async () => {
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
});
