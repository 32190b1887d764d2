import * as z from "zod/mini";
import { CAPSTONE_FIELD_IDS, RUBRIC } from "../../domain/course/capstone.ts";
import { COURSE_ID } from "../../domain/ids.ts";
import { defineEntity } from "../entity.ts";
import { instant, rev, storedInstant, text, uuid } from "../wire.ts";
import { MAX_FIELD_CHARACTERS } from "../workbookField/workbookField.ts";
import { type CapstoneHandIn, capstoneOp } from "./capstone.ts";

const texts = z
  .partialRecord(z.enum(CAPSTONE_FIELD_IDS), text(MAX_FIELD_CHARACTERS))
  .check(z.refine((value) => Object.values(value).some((each) => each.trim() !== "")));
const attempt = z.union([z.literal(1), z.literal(2)]);
const perRow = RUBRIC.length;

/** Hand-ins are a set. Only the server adds the time of arrival and the review, so its row replaces the device's. */
export const capstoneSync = defineEntity({
  type: "capstone",
  store: "capstones",
  serverTable: "capstone_hand_ins",
  payload: z.object({ id: uuid, course_id: z.literal(COURSE_ID), attempt, texts, handed_in_at: instant }),
  wireRow: z.object({
    id: uuid,
    course_id: z.string(),
    attempt,
    texts,
    handed_in_at: instant,
    received_at: instant,
    review: z.nullable(
      z.object({
        scores: z.array(z.int().check(z.minimum(0), z.maximum(4))).check(z.length(perRow)),
        comments: z.array(z.string()).check(z.length(perRow)),
        overall: z.string(),
        has_sources: z.boolean(),
        has_diligence: z.boolean(),
        passed: z.boolean(),
        reviewed_at: instant,
      }),
    ),
    rev,
  }),
  keyOf: (row: CapstoneHandIn) => row.id,
  fromWire: ({ id, attempt, texts, handed_in_at, received_at, review }) => ({
    id,
    attempt,
    texts,
    handedInAt: storedInstant(handed_in_at),
    receivedAt: storedInstant(received_at),
    review: review && {
      scores: review.scores,
      comments: review.comments,
      overall: review.overall,
      hasSources: review.has_sources,
      hasDiligence: review.has_diligence,
      passed: review.passed,
      reviewedAt: storedInstant(review.reviewed_at),
    },
  }),
  fromOp: ({ id, attempt, texts, handed_in_at }) => ({
    id,
    attempt,
    texts,
    handedInAt: handed_in_at,
    receivedAt: null,
    review: null,
  }),
  offers: (row) => [capstoneOp(row)],
});
