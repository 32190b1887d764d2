import fc from "fast-check";
import type { Learner } from "../support/backend.ts";
import { achievementOp, attemptOp, noteOp, placeOp, progressOp, workbookOp } from "../support/ops.ts";
import { nearly, oddBody, oddValue } from "./oddInputs.ts";

const ANCHOR = { quote: "words", prefix: "before ", suffix: " after" };
const GOOD = [
  progressOp("2"),
  attemptOp("1"),
  achievementOp("first_lesson"),
  workbookOp("l03-prompt", "Goal, context, example."),
  noteOp("3", "Ask first."),
  noteOp("3", "", { anchor: ANCHOR, colour: "ochre" }),
  placeOp("2", 4, { part: 7, share: 0.125 }),
];

/** An op with a change in its envelope or payload, mostly with a new id. */
const nearlyOp = fc.constantFrom(...GOOD).chain((op) => {
  const payload: fc.Arbitrary<unknown> = fc.oneof(
    { weight: 4, arbitrary: nearly(op.payload) },
    { weight: 1, arbitrary: fc.constant(op.payload) },
    ...("anchor" in op.payload && op.payload.anchor
      ? [{ weight: 3, arbitrary: nearly(op.payload.anchor).map((anchor) => ({ ...op.payload, anchor })) }]
      : []),
  );
  const ids = fc.oneof({ weight: 9, arbitrary: fc.uuid() }, { weight: 1, arbitrary: fc.constant(op.op_id) });
  return fc
    .tuple(payload, ids)
    .chain(([inner, op_id]) =>
      fc.oneof(
        { weight: 5, arbitrary: fc.constant<unknown>({ ...op, op_id, payload: inner }) },
        { weight: 1, arbitrary: nearly({ ...op, op_id, payload: inner }) },
        { weight: 1, arbitrary: oddValue },
      ),
    );
});

/** Bodies for `sync_push`. A batch also contains another learner's user id, which must have no effect. */
export function batches(stranger: Learner): fc.Arbitrary<Buffer> {
  const ops = fc.oneof(
    { weight: 99, arbitrary: fc.array(nearlyOp, { minLength: 1, maxLength: 2 }) },
    { weight: 1, arbitrary: fc.constant(Array(101).fill(GOOD[0])) },
  );
  const forStranger = ops.map((all) => ({ ops: all, user_id: stranger.id }));
  return fc
    .oneof(
      { weight: 12, arbitrary: ops.map((all): unknown => ({ ops: all })) },
      { weight: 1, arbitrary: forStranger },
      { weight: 1, arbitrary: nearly({ ops: GOOD }) },
    )
    .map((body) => Buffer.from(JSON.stringify(body)))
    .chain((body) =>
      fc.oneof({ weight: 9, arbitrary: fc.constant(body) }, { weight: 1, arbitrary: oddBody }),
    );
}
