import type { ComponentType } from "react";
import type { Island } from "../../../domain/course/island.ts";
import type { LessonId } from "../../../domain/ids.ts";

/** Adds interactivity to a text. The route connects it to the player, because features do not import each other. */
export type ActivitiesSlot = ComponentType<ActivitiesSlotProps>;

export type ActivitiesSlotProps = {
  /** The compiled text, with an element for each island. */
  page: HTMLElement;
  lessonId: LessonId;
  /** The id of the sheet, if the text is a sheet and not a lesson. */
  sheet?: string | undefined;
  islands: readonly Island[];
  terms: readonly { term: string; definition: string }[];
};
