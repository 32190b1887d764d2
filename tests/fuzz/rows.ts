import fc from "fast-check";
import { MAX_ROWS_PER_PUSH, PROTOCOL_VERSION } from "../../src/entities/messages.ts";
import { KINDS } from "../../src/entities/registry.ts";
import type { AnyKind, SentRow } from "../../src/entities/row.ts";
import { newStamp } from "../../src/entities/stamp.ts";
import { copiesOf } from "../support/kindSamples.ts";
import type { Learner } from "../support/server/backend.ts";
import { nearly, oddBody, oddValue } from "./oddInputs.ts";

type Content = Record<string, unknown>;

const ANCHOR = { quote: "words", prefix: "before ", suffix: " after" };
const LATEST_MS = 2 ** 48 - 1;
const stamps = fc
  .constantFrom(0, Date.UTC(2026, 2, 1), Date.now(), Date.now() + 30_000, Date.now() + 3_600_000, LATEST_MS)
  .map((ms) => newStamp(ms));

/** The contents of a kind, mostly with a new id if they have one. Some notes are highlights. */
function contentsOf(kind: AnyKind): fc.Arbitrary<Content> {
  const ids = fc.option(fc.uuid(), { freq: 9 });
  return fc.tuple(copiesOf(kind), ids, fc.boolean()).map(([copy, id, isHighlight]) => ({
    ...copy.content,
    ...("id" in copy.content && id && { id }),
    ...("anchor" in copy.content && isHighlight && { anchor: ANCHOR, colour: "ochre" }),
  }));
}

/** The content with a change, often in one of the objects in it. */
function nearlyContent(content: Content): fc.Arbitrary<unknown> {
  const inner = Object.entries(content).flatMap(([name, value]) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? [nearly(value as Content).map((changed) => ({ ...content, [name]: changed }))]
      : [],
  );
  return fc.oneof(
    { weight: 4, arbitrary: nearly(content) },
    { weight: 1, arbitrary: fc.constant(content) },
    ...inner.map((arbitrary) => ({ weight: 3, arbitrary })),
  );
}

/** A row with a change in its content or its other fields. `taken` are rows that a learner already has. */
function nearlyRow(taken: readonly SentRow[]): fc.Arbitrary<unknown> {
  const changed = fc
    .constantFrom(...KINDS)
    .chain((kind) =>
      fc
        .tuple(contentsOf(kind).chain(nearlyContent), stamps)
        .map(([content, stamp]) => ({ kind: kind.kind, key: kind.keyOf(content), content, stamp })),
    );
  const row = fc.oneof(
    { weight: 9, arbitrary: changed },
    { weight: 1, arbitrary: fc.constantFrom(...taken) },
  );
  return row.chain((each) =>
    fc.oneof(
      { weight: 5, arbitrary: fc.constant<unknown>(each) },
      { weight: 1, arbitrary: nearly(each) },
      { weight: 1, arbitrary: oddValue },
    ),
  );
}

/** Bodies for `sync_push`. One in a few also has another learner's user id, which must have no effect. */
export function batches(stranger: Learner, taken: readonly SentRow[]): fc.Arbitrary<Buffer> {
  const rows = fc.oneof(
    { weight: 99, arbitrary: fc.array(nearlyRow(taken), { minLength: 1, maxLength: 2 }) },
    { weight: 1, arbitrary: fc.constant(Array(MAX_ROWS_PER_PUSH + 1).fill(taken[0])) },
  );
  const good = { version: PROTOCOL_VERSION, rows: taken };
  return fc
    .oneof(
      { weight: 12, arbitrary: rows.map((all): unknown => ({ ...good, rows: all })) },
      { weight: 1, arbitrary: rows.map((all) => ({ ...good, rows: all, user_id: stranger.id })) },
      { weight: 1, arbitrary: nearly(good) },
    )
    .map((body) => Buffer.from(JSON.stringify(body)))
    .chain((body) =>
      fc.oneof({ weight: 9, arbitrary: fc.constant(body) }, { weight: 1, arbitrary: oddBody }),
    );
}
