import type { ComponentType, RefObject } from "react";
import type { LessonPack } from "../../domain/pack.ts";

/** What the player hands to whatever keeps notes on a lesson; the two meet in a route and do not know each other. */
export type NotesSlot = ComponentType<NotesSlotProps>;

export type NotesSlotProps = {
  /** Takes the focus of those who go to their notes. */
  headingRef: RefObject<HTMLHeadingElement | null>;
  /** Holds the lesson's text. */
  text: RefObject<HTMLElement | null>;
  pack: LessonPack;
  lessonVersion: number;
};
