import * as z from "zod/mini";
import { COURSE_ID, LESSON_IDS, type OpId } from "../../domain/ids.ts";
import { defineEntity } from "../entity.ts";
import { instant, rev, storedInstant, uuid } from "../wire.ts";
import {
  joinPlace,
  type LessonPlace,
  MAX_PART,
  MAX_STEPS,
  placeOp,
  type StoredPlace,
} from "./lessonPlace.ts";

const step = z.int().check(z.minimum(1), z.maximum(MAX_STEPS));

/** The fields that an op and a row from the server have in common. */
const place = {
  lesson_id: z.enum(LESSON_IDS),
  step,
  part: z.int().check(z.minimum(0), z.maximum(MAX_PART)),
  share: z.number().check(z.minimum(0), z.maximum(1), z.multipleOf(0.001)),
  furthest: step,
  written_at: instant,
};

/** Of the positions the later move wins, and the furthest step is never lost. */
export const lessonPlaceSync = defineEntity({
  type: "place",
  store: "lessonPlaces",
  serverTable: "lesson_places",
  payload: z
    .object({ course_id: z.literal(COURSE_ID), ...place })
    .check(z.refine(({ step, furthest }) => furthest >= step)),
  wireRow: z.object({ course_id: z.string(), ...place, op_id: uuid, rev }),
  keyOf: (row: StoredPlace) => row.lessonId,
  fromWire: ({ op_id, written_at, ...row }): StoredPlace =>
    // The schema has checked that the op id is a UUID.
    placeFrom({ ...row, written_at: storedInstant(written_at) }, op_id as OpId),
  fromOp: (payload, opId): StoredPlace => placeFrom(payload, opId),
  // A move keeps its op id whichever device sends it, because it must not rank as a new move.
  offers: ({ rival, unsentAfter: _, ...place }: StoredPlace) =>
    (rival ? [place, rival] : [place]).map(placeOp),
  joinPulled,
  joinCopy: (mine, copy) => (mine.opId === copy.opId ? mine : joinPlace(mine, copy)),
  ranked,
});

type Sent = Pick<LessonPlace, "step" | "part" | "share" | "furthest"> & {
  lesson_id: LessonPlace["lessonId"];
  written_at: string;
};

function placeFrom({ lesson_id, step, part, share, furthest, written_at }: Sent, opId: OpId): LessonPlace {
  return { lessonId: lesson_id, step, part, share, furthest, movedAt: written_at, opId };
}

/** A pulled move that the device already has carries the time by which the server ranks it. */
function joinPulled(mine: StoredPlace | undefined, theirs: StoredPlace): StoredPlace {
  if (!mine) return theirs;
  const joined = joinPlace(mine, theirs);
  if (mine.opId === theirs.opId) return ranked({ ...mine, furthest: joined.furthest }, theirs.movedAt);
  if (joined.opId === theirs.opId) return joined;
  return { ...joined, rival: mine.rival ? joinPlace(mine.rival, theirs) : theirs };
}

/** The rival replaces the position if the server's time makes the rival the later move. */
function ranked({ rival, unsentAfter: _, ...mine }: StoredPlace, movedAt: string): StoredPlace {
  const place = { ...mine, movedAt };
  return rival ? joinPlace(place, rival) : place;
}
