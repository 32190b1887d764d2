import type { ComponentType } from "react";
import type { QuizSubmission } from "../../../db/synced/progress.ts";
import type { LessonPack } from "../../../domain/course/pack.ts";
import type { AchievementType } from "../../../entities/achievement/achievement.ts";
import type { NextStop } from "../course/nextLesson.ts";

/** The quiz of a lesson. The route connects it to the player, because features do not import each other. */
export type QuizSlot = ComponentType<QuizSlotProps> & {
  /** Loads the quiz's code. Called once the lesson is readable, so that the quiz opens without delay. */
  preload: () => void;
};

export type QuizSlotProps = {
  pack: LessonPack;
  lessonVersion: number;
  signedIn: boolean;
  /** Where a user who has passed goes on. Null if there is nowhere. */
  next: NextStop | null;
  /** What a user without the course is offered after passing. Null if there is nothing to offer. */
  offer: ComponentType<{ quiz: QuizSubmission; signedIn: boolean }> | null;
  onClose: () => void;
  /** Called after the completion of the lesson has been stored on the device. */
  onComplete: (newAchievements: AchievementType[]) => void;
};
