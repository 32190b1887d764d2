import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { type CapstoneHandIn, type CapstoneReview, frozenTexts, handInsOf, nextAttempt } from "./capstone.ts";

const HAND_IN: CapstoneHandIn = {
  id: "019a0000-0000-7000-8000-000000000001",
  attempt: 1,
  texts: { "l11-purpose": "A chatbot for tenants." },
  handedInAt: "2026-11-24T10:00:00.000Z",
  receivedAt: null,
  review: null,
};
const OTHER = { ...HAND_IN, id: "019a0000-0000-7000-8000-000000000002" };
const REVIEW: CapstoneReview = {
  scores: [3, 3, 3, 3, 3],
  comments: ["", "", "", "", ""],
  overall: "",
  hasSources: true,
  hasDiligence: true,
  passed: true,
  reviewedAt: "2026-11-26T10:00:00.000Z",
};

describe("of two hand-ins of the same attempt, the one that counts", () => {
  it("is the earlier one while the server has confirmed neither", () => {
    const later = { ...OTHER, handedInAt: "2026-11-24T10:00:01.000Z" };
    expect(handInsOf([later, HAND_IN]).first).toBe(HAND_IN);
  });

  it("is the one that the server has confirmed, even if it was made later", () => {
    const confirmed = {
      ...OTHER,
      handedInAt: "2026-11-25T10:00:00.000Z",
      receivedAt: "2026-11-25T10:00:01.000Z",
    };
    expect(handInsOf([HAND_IN, confirmed]).first).toBe(confirmed);
  });

  it("is the one that was confirmed last, because only a restored backup can have lost an earlier one", () => {
    const lost = { ...HAND_IN, receivedAt: "2026-11-24T10:00:01.000Z" };
    const onServer = { ...OTHER, receivedAt: "2026-11-25T10:00:01.000Z" };
    expect(handInsOf([lost, onServer]).first).toBe(onServer);
  });

  it("is the same in whatever order and however often the rows arrive", () => {
    const times = fc.constantFrom("2026-11-24T10:00:00.000Z", "2026-11-24T10:00:00.001Z");
    const rows = fc.uniqueArray(
      fc.record({
        id: fc.uuid({ version: 7 }),
        attempt: fc.constantFrom<1 | 2>(1, 2),
        texts: fc.constant(HAND_IN.texts),
        handedInAt: times,
        receivedAt: fc.option(times),
        review: fc.constant(null),
      }),
      { maxLength: 6, selector: ({ id }) => id },
    );
    const inTwoOrders = rows.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray([...all, ...all], { minLength: all.length * 2 })),
    );
    fc.assert(
      fc.property(inTwoOrders, ([all, shuffled]) => {
        expect(handInsOf(shuffled)).toEqual(handInsOf(all));
      }),
    );
  });
});

test("a learner may hand in once, and a second time only after a review that is not a pass", () => {
  const reviewed = (passed: boolean) => ({ ...HAND_IN, review: { ...REVIEW, passed } });
  const second = { ...OTHER, attempt: 2 as const };
  expect(nextAttempt([])).toBe(1);
  expect(nextAttempt([HAND_IN])).toBeNull();
  expect(nextAttempt([reviewed(true)])).toBeNull();
  expect(nextAttempt([reviewed(false)])).toBe(2);
  expect(nextAttempt([reviewed(false), second])).toBeNull();
});

test("a hand-in freezes the sections that have a text, as the workbook stores them", () => {
  const typed: Record<string, string> = { "l11-purpose": " For tenants.\n", "l11-does": " \n" };
  expect(frozenTexts((fieldId) => typed[fieldId] ?? "")).toEqual({ "l11-purpose": " For tenants.\n" });
});
