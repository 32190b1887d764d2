import * as z from "zod/mini";
import { defineEntity } from "../entity.ts";
import { rev } from "../wire.ts";
import { ACHIEVEMENT_TYPES, type Achievement, achievementOp } from "./achievement.ts";

/** Achievements are a set: an earned one is never removed. */
export const achievementSync = defineEntity({
  type: "achievement",
  store: "achievements",
  serverTable: "user_achievements",
  payload: z.object({ achievement_type: z.enum(ACHIEVEMENT_TYPES) }),
  wireRow: z.object({ achievement_type: z.enum(ACHIEVEMENT_TYPES), achievement_name: z.string(), rev }),
  keyOf: (row: Achievement) => row.type,
  fromWire: (row) => ({ type: row.achievement_type }),
  fromOp: (payload) => ({ type: payload.achievement_type }),
  offers: (row) => [achievementOp(row.type)],
});
