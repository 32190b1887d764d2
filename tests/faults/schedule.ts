import fc from "fast-check";
import type { LessonId } from "../../src/domain/ids.ts";
import type { LessonPosition } from "../../src/entities/lessonPlace/lessonPlace.ts";
import type { Fault } from "./faultyFetch.ts";

/** A fault, or `late`: the server handles the request later, perhaps after requests that were sent after it. */
export type LineFault = Fault | "late";

export type Step =
  | { kind: "complete"; device: number; lessonId: LessonId }
  | { kind: "submit"; device: number; lessonId: LessonId; answers: number[] }
  | { kind: "write"; device: number; fieldId: string; value: string }
  | { kind: "note"; device: number; noteId: string; body: string }
  | { kind: "handIn"; device: number; purpose: string }
  /** A learner reads on, scrolls (`isSent` is false within a step) or leaves the page. */
  | { kind: "move"; device: number; lessonId: LessonId; position: LessonPosition; isSent: boolean }
  | { kind: "sync"; device: number; faults: LineFault[]; isTwice: boolean }
  | { kind: "deliverLate"; which: number }
  | { kind: "refuse"; isOn: boolean }
  /** From now on a firewall between devices and server applies this fault to every request that contains the text. */
  | { kind: "firewall"; text: string; how: Fault }
  | { kind: "wait"; ms: number }
  | { kind: "skew"; device: number; ms: number }
  | { kind: "backup" }
  | { kind: "restore" };

/** Few lessons, unevenly distributed, so that devices often change the same one. */
const lessonId = fc.constantFrom<LessonId>("1", "1", "1", "2", "2", "3", "4", "5");

const NOTE_IDS = ["019a0000-0000-7000-8000-000000000001", "019a0000-0000-7000-8000-000000000002"];

const MINUTE_MS = 60_000;
const YEAR_MS = 365 * 24 * 60 * MINUTE_MS;
/** Around the minute by which a stamp may be ahead, and years, as after a battery was empty. */
const SKEWS_MS = [30_000, 58_000, 64_000, 5 * MINUTE_MS, 120 * MINUTE_MS, YEAR_MS, 10 * YEAR_MS].flatMap(
  (ms) => [0, ms, -ms],
);

const fault: fc.Arbitrary<LineFault> = fc.oneof(
  { weight: 4, arbitrary: fc.constant("none" as const) },
  {
    weight: 6,
    arbitrary: fc.constantFrom<LineFault>(
      "dropBefore",
      "dropAfter",
      "late",
      "duplicate",
      "truncate",
      "captivePortal",
      "otherUser",
      "missingResult",
      "stall",
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom(100, 1_000).map((bytesPerSecond) => ({ bytesPerSecond })) },
  { weight: 2, arbitrary: fc.constantFrom(400, 401, 413, 429, 500, 503).map((status) => ({ status })) },
);

/** Random schedules for `devices` devices: writes, syncs and faults in any order. */
export function schedules(devices: number): fc.Arbitrary<Step[]> {
  const device = fc.nat({ max: devices - 1 });
  const skew: fc.Arbitrary<Step> = fc.record({
    kind: fc.constant("skew" as const),
    device,
    ms: fc.constantFrom(...SKEWS_MS),
  });
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("complete" as const), device, lessonId }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant("submit" as const),
        device,
        lessonId,
        answers: fc.constantFrom<number[]>(
          [0, 1, 2, 3, 0],
          [0, 1, 2, 3, 1],
          [3, 1, 2, 0, 1],
          [1, 0, 0, 0, 1],
        ),
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant("write" as const),
        device,
        fieldId: fc.constantFrom("l01-monday", "l01-monday", "l03-prompt"),
        value: fc.constantFrom("", "x", "y", "z", "w"),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant("note" as const),
        device,
        noteId: fc.constantFrom(...NOTE_IDS),
        /** An empty body deletes the note. */
        body: fc.constantFrom("", "x", "y", "z"),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant("handIn" as const),
        device,
        purpose: fc.constantFrom("x", "y", "z"),
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant("move" as const),
        device,
        lessonId: fc.constantFrom<LessonId>("1", "1", "2"),
        position: fc.record({
          step: fc.integer({ min: 1, max: 4 }),
          part: fc.nat({ max: 2 }),
          share: fc.constant(0.5),
        }),
        isSent: fc.boolean(),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant("sync" as const),
        device,
        faults: fc.array(fault, { maxLength: 3 }),
        isTwice: fc.boolean(),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("deliverLate" as const), which: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("refuse" as const), isOn: fc.boolean() }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant("firewall" as const),
        text: fc.constantFrom('"x', '"y'),
        how: fc.oneof(
          fc.constantFrom(400, 403, 406, 409, 503).map((status) => ({ status, isPage: true })),
          fc.constantFrom<Fault>("dropBefore", "stall"),
        ),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant("wait" as const),
        ms: fc.integer({ min: -3_600_000, max: 3_600_000 }),
      }),
    },
    { weight: 1, arbitrary: skew },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("backup" as const) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("restore" as const) }) },
  );
  // A device that has synced knows the time, so clocks are mostly wrong before that.
  const first = fc.array(skew, { maxLength: 2 });
  return fc.tuple(first, fc.array(step, { minLength: 1, maxLength: 14 })).map((parts) => parts.flat());
}
