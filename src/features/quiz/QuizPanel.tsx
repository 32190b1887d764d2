import { useState } from "react";
import type { AchievementType } from "../../domain/achievements.ts";
import type { LessonPack } from "../../domain/pack.ts";
import { Spinner } from "../../ui/Spinner.tsx";
import { QuizForm } from "./QuizForm.tsx";
import { useSavedAttempt } from "./useSavedAttempt.ts";

type Props = {
  pack: LessonPack;
  lessonVersion: number;
  /** Without an account the quiz is graded and nothing is stored. */
  signedIn: boolean;
  onClose: () => void;
  /** An attempt completed the lesson, and that is stored. */
  onComplete: (newAchievements: AchievementType[]) => void;
};

/** The quiz of one lesson: open, then submitted with its result, then back to the lesson. */
export function QuizPanel({ pack, lessonVersion, signedIn, onClose, onComplete }: Props) {
  // A new version of the lesson may be installed meanwhile; an attempt belongs to the one it began with.
  const [lesson] = useState({ pack, version: lessonVersion, signedIn });
  const saved = useSavedAttempt(lesson);
  if (saved === null) return <Spinner label="Opening the quiz…" />;
  return <QuizForm lesson={lesson} begun={saved} onClose={onClose} onComplete={onComplete} />;
}
