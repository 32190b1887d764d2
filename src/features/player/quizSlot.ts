import type { ComponentType } from "react";
import type { AchievementType } from "../../domain/achievements.ts";
import type { LessonPack } from "../../domain/pack.ts";

/** What the player hands to whatever quiz it is given; the two meet in a route and do not know each other. */
export type QuizSlot = ComponentType<{
  pack: LessonPack;
  lessonVersion: number;
  signedIn: boolean;
  onClose: () => void;
  /** The lesson has become complete, and that is stored on the device. */
  onComplete: (newAchievements: AchievementType[]) => void;
}>;
