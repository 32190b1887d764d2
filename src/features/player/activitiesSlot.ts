import type { ComponentType } from "react";
import type { LessonId } from "../../domain/ids.ts";
import type { Island } from "../../domain/island.ts";

/** What the player hands to whatever brings a text to life; the two meet in a route and do not know each other. */
export type ActivitiesSlot = ComponentType<ActivitiesSlotProps>;

export type ActivitiesSlotProps = {
  /** Holds the compiled text, with an empty element for each island. */
  page: HTMLElement;
  lessonId: LessonId;
  /** The sheet that this is, if it is no lesson. */
  sheet?: string | undefined;
  islands: readonly Island[];
  terms: readonly { term: string; definition: string }[];
};
