import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { copiesOf, oneOfEach } from "../../tests/support/kindSamples.ts";
import { KINDS } from "./registry.ts";
import { isEqual, joinRows, type SentRow, sentForm } from "./row.ts";
import { msOf, newStamp, setBackStamp } from "./stamp.ts";

describe.each(KINDS.map((kind) => [kind.kind, kind] as const))("two copies of a row: %s", (_, kind) => {
  const join = (a: Parameters<typeof sentForm>[1], b: Parameters<typeof sentForm>[1]) =>
    sentForm(kind, joinRows(kind, a, b, "theirs"));

  it("have the same join in any order and number", () => {
    fc.assert(
      fc.property(copiesOf(kind), copiesOf(kind), copiesOf(kind), (a, b, c) => {
        expect(join(a, b)).toEqual(join(b, a));
        expect(join(join(a, b), c)).toEqual(join(a, join(b, c)));
        expect(join(a, a)).toEqual(sentForm(kind, a));
      }),
    );
  });

  it("keep fields that this version does not know", () => {
    fc.assert(
      fc.property(copiesOf(kind), (copy) => {
        const newer = { ...copy, content: { ...copy.content, added: { later: true } } };
        expect(kind.schema().safeParse(newer.content).data).toEqual(newer.content);
        expect(join(newer, newer).content).toMatchObject({ added: { later: true } });
      }),
    );
  });
});

test("each kind has a label, a heading and a key for its rows", () => {
  for (const [index, row] of oneOfEach().entries()) {
    const kind = KINDS[index];
    expect([kind?.label(row.content), kind?.exportAs, row.key]).toEqual(
      Array(3).fill(expect.stringMatching(/./)),
    );
  }
});

test.each([
  ["workbook", "later"],
  ["place", "later"],
  ["plan", "later"],
  ["answer", "later"],
  ["note", "earlier"],
  ["day", "earlier"],
])("of two copies of a row of the kind %s, the %s one counts", (name, which) => {
  const kind = KINDS.find((each) => each.kind === name);
  const row = oneOfEach().find((each) => each.kind === name);
  if (!kind || !row) throw new Error("there is no such kind");
  const [earlier, later] = [1, 2].map((ms) => ({
    ...row,
    content: { ...row.content, ms },
    stamp: newStamp(Date.UTC(2026, 2, 1) + ms),
  })) as [SentRow, SentRow];
  const wins = which === "later" ? later : earlier;
  for (const [a, b] of [
    [earlier, later],
    [later, earlier],
  ] as const)
    expect(joinRows(kind, a, b, "mine")).toMatchObject({
      content: { ms: (wins.content as { ms: number }).ms },
      stamp: wins.stamp,
    });
});

test("between two contents with the same stamp, the copy counts that the server has changed later", () => {
  const [workbook] = KINDS.filter(({ kind }) => kind === "workbook");
  if (!workbook) throw new Error("there is no such kind");
  const stamp = newStamp(0);
  const copy = (value: string) => ({
    kind: "workbook",
    key: "l01-a",
    content: { fieldId: "l01-a", value },
    stamp,
  });
  for (const newer of ["mine", "theirs"] as const)
    expect(joinRows(workbook, copy("mine"), copy("theirs"), newer)).toEqual(copy(newer));
});

test("contents are compared by value, and a missing field equals none", () => {
  expect(isEqual({ a: [1, { b: null }], c: undefined }, { a: [1, { b: null }] })).toBe(true);
  expect(isEqual({ a: [1, 2] }, { a: [2, 1] })).toBe(false);
  expect(isEqual({ a: null }, {})).toBe(false);
  expect(isEqual([], {})).toBe(false);
});

describe("a stamp", () => {
  it("sorts after the one that it replaces, whatever the clock says, and otherwise has the time of the clock", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -1e13, max: 1e13 }), { minLength: 2, maxLength: 20 }),
        (clock) => {
          let before: string | undefined;
          for (const nowMs of clock) {
            const stamp = newStamp(nowMs, before);
            if (before === undefined) expect(msOf(stamp)).toBe(Math.max(0, nowMs));
            else {
              expect(stamp > before).toBe(true);
              expect(msOf(stamp)).toBe(Math.max(nowMs, msOf(before)));
            }
            before = stamp;
          }
        },
      ),
    );
  });

  it("counts on into the next millisecond when the counter is full", () => {
    const full = "019a0000-0000-7fff-bfff-ffffffffffff";
    const next = newStamp(0, full);
    expect([next > full, msOf(next)]).toEqual([true, msOf(full) + 1]);
  });

  it("that is set back keeps its order, and sorts after the stamps that were made at the limit", () => {
    const limit = Date.UTC(2026, 2, 1);
    const made = newStamp(limit, newStamp(limit));
    const lower = [0, 1, 2].map((index) => setBackStamp(limit, index));
    expect([made, ...lower]).toEqual([made, ...lower].sort());
  });
});
