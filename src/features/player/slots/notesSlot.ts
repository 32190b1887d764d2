import type { ComponentType, RefObject } from "react";
import type { LessonPack } from "../../../domain/course/pack.ts";

/** Notes on a lesson. The route connects them to the player, because features do not import each other. */
export type NotesSlot = ComponentType<NotesSlotProps>;

export type NotesSlotProps = {
  /** The element that receives focus when the reader jumps to the notes. */
  headingRef: RefObject<HTMLHeadingElement | null>;
  /** The element with the lesson's text. */
  text: RefObject<HTMLElement | null>;
  pack: LessonPack;
  lessonVersion: number;
  /** False while a step is on screen that has no list of notes. Highlights are shown all the same. */
  isListed: boolean;
  /** Shows the step with the list of notes. */
  onList: () => void;
};
