import type * as z from "zod/mini";
import { achievementSync } from "./achievement/sync.ts";
import { attemptSync } from "./attempt/sync.ts";
import { capstoneSync } from "./capstone/sync.ts";
import type { SyncedEntity } from "./entity.ts";
import { lessonPlaceSync } from "./lessonPlace/sync.ts";
import { noteSync } from "./note/sync.ts";
import { progressSync } from "./progress/sync.ts";
import { workbookFieldSync } from "./workbookField/sync.ts";

/** Every kind of data that is synced. Messages, pull, restore and settling use this list. */
export const ENTITIES = [
  progressSync,
  attemptSync,
  achievementSync,
  workbookFieldSync,
  noteSync,
  lessonPlaceSync,
  capstoneSync,
] as const;

/**
 * An entity without its own types, for code that treats all entities alike. Each row is passed only to the entity it
 * came from.
 */
export type AnyEntity = SyncedEntity<string, string, z.ZodMiniType, z.ZodMiniType, unknown>;
export const ALL_ENTITIES: readonly AnyEntity[] = [...ENTITIES];

export function entityOfOp(type: string): AnyEntity | undefined {
  return ALL_ENTITIES.find((each) => each.type === type);
}
