import type { ComponentType } from "react";
import type { AchievementType } from "../../domain/achievements.ts";
import type { LessonPack } from "../../domain/pack.ts";

/** What the player hands to whatever quiz it is given; the two meet in a route and do not know each other. */
export type QuizSlot = ComponentType<QuizSlotProps> & {
  /** Brings the quiz's code. Called once the lesson can be read, so that it is here before it is asked for. */
  preload: () => void;
};

export type QuizSlotProps = {
  pack: LessonPack;
  lessonVersion: number;
  signedIn: boolean;
  onClose: () => void;
  /** The lesson has become complete, and that is stored on the device. */
  onComplete: (newAchievements: AchievementType[]) => void;
};
