import fc from "fast-check";
import { expect, test } from "vitest";
import type { OpId } from "../../domain/ids.ts";
import { newStamp } from "../stamp.ts";
import { joinPlace, type LessonPlace, type Move, moveTo, storablePosition } from "./lessonPlace.ts";
import { lessonPlaceSync } from "./sync.ts";

/** An op id identifies one move, so the same id always has the same time and position. */
const places: fc.Arbitrary<LessonPlace> = fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: 5 })).map(
  ([move, more]): LessonPlace => ({
    lessonId: "3",
    step: 1 + (move % 4),
    part: move,
    share: 0.5,
    furthest: 1 + (move % 4) + more,
    movedAt: new Date(Date.UTC(2026, 10, 1 + (move % 7))).toISOString(),
    opId: `019a0000-0000-7000-8000-0000000000${String(move).padStart(2, "0")}` as OpId,
  }),
);

test("two devices that receive the same moves keep the same place and the furthest step, regardless of order and repetition", () => {
  fc.assert(
    fc.property(places, places, places, (a, b, c) => {
      const joined = joinPlace(a, b);
      expect(joined).toEqual(joinPlace(b, a));
      expect(joinPlace(joined, c)).toEqual(joinPlace(a, joinPlace(b, c)));
      expect(joinPlace(a, a)).toEqual(a);
      expect(joined.furthest).toBe(Math.max(a.furthest, b.furthest));
      const { furthest: _, ...position } = joined;
      expect([a, b].map(({ furthest: _, ...each }) => each)).toContainEqual(position);
    }),
  );
});

test("the later move is the place, and for equal times that with the greater op id", () => {
  const [early, late] = ["2026-11-20T09:00:00.000Z", "2026-11-20T09:00:00.001Z"];
  const place = (movedAt: string, opId: string, step: number, furthest = step) =>
    ({ lessonId: "3", step, part: 0, share: 0, furthest, movedAt, opId }) as LessonPlace; // Any text can serve as an id.
  expect(joinPlace(place(early, "b", 7), place(late, "a", 2))).toMatchObject({ step: 2, furthest: 7 });
  expect(joinPlace(place(late, "b", 2, 5), place(late, "a", 3))).toMatchObject({ step: 2, furthest: 5 });
});

const moved = (before: Parameters<typeof moveTo.decide>[0], move: Partial<Move>) =>
  moveTo.decide(before, { lessonId: "3", step: 2, part: 0, share: 0, isSent: false, ...move }, newStamp());

test("scrolling within a step makes no op, and a change of step always makes one", () => {
  const first = moved([], {});
  expect(first.ops).toHaveLength(1);
  const [row] = first.rows.map((each) => ("put" in each ? (each.put as LessonPlace) : null)); // moveTo only puts places
  if (!row) throw new Error("the first move is stored");
  expect(moved([row], { part: 3 })).toMatchObject({
    rows: [{ put: { part: 3, unsentAfter: row.opId } }],
    ops: [],
  });
  expect(moved([row], { step: 1 })).toMatchObject({
    ops: [{ payload: { step: 1, furthest: 2 } }],
    replaces: row.opId,
  });
});

test("the same position again changes nothing, unless it is to be sent and only this device has it", () => {
  const row = { ...placeAt(2), unsentAfter: "the op before" as OpId };
  expect(moved([placeAt(2)], { isSent: true })).toMatchObject({ rows: [], ops: [] });
  expect(moved([row], {})).toMatchObject({ rows: [], ops: [] });
  const sent = moved([row], { isSent: true });
  expect(sent).toMatchObject({ ops: [{ payload: { step: 2 } }], replaces: "the op before" });
  expect(sent.rows).toEqual([
    { store: "lessonPlaces", put: expect.not.objectContaining({ unsentAfter: expect.anything() }) },
  ]);
});

function placeAt(step: number): LessonPlace {
  const { at: movedAt, opId } = newStamp();
  return { lessonId: "3", step, part: 0, share: 0, furthest: step, movedAt, opId };
}

test("every position that a browser can report becomes one that the account accepts", () => {
  const anyNumber = fc.double();
  fc.assert(
    fc.property(anyNumber, anyNumber, anyNumber, (step, part, share) => {
      const { ops } = moved([], storablePosition({ step, part, share }));
      expect(lessonPlaceSync.payload.safeParse(ops[0]?.payload).error).toBeUndefined();
    }),
  );
  for (let thousandths = 0; thousandths <= 1000; thousandths += 1) {
    const { share } = storablePosition({ step: 1, part: 0, share: thousandths / 1000 });
    const [op] = moved([], { share }).ops;
    expect(lessonPlaceSync.payload.safeParse(op?.payload).error, String(share)).toBeUndefined();
  }
});
