import { useState } from "react";
import { clearDraft } from "../../db/study/draft.ts";
import type { LessonPack } from "../../domain/course/pack.ts";
import type { AchievementType } from "../../entities/achievement/achievement.ts";
import { Spinner } from "../../ui/Spinner.tsx";
import { type NextStop, newAttempt, type PassedOffer } from "./attempt.ts";
import { QuizForm } from "./QuizForm.tsx";
import { type StartedAttempt, useSavedAttempt } from "./useSavedAttempt.ts";

type Props = {
  pack: LessonPack;
  lessonVersion: number;
  /** False for a visitor without an account, whose quiz is graded but not stored. */
  signedIn: boolean;
  next: NextStop;
  offer: PassedOffer;
  onClose: () => void;
  /** Called after an attempt that completed the lesson has been stored. */
  onComplete: (newAchievements: AchievementType[]) => void;
};

/** The quiz of one lesson: open, then submitted with its result, then retried or closed. */
export function QuizPanel({ pack, lessonVersion, signedIn, next, offer, onClose, onComplete }: Props) {
  // A new version of the lesson may be installed while the quiz is open. An attempt keeps the version it began with.
  const [lesson] = useState({ pack, version: lessonVersion, signedIn });
  const saved = useSavedAttempt(lesson);
  const [later, setLater] = useState<readonly StartedAttempt[]>([]);

  function beginAgain(): void {
    setLater([...later, { attempt: newAttempt(lesson.pack, Math.random), origin: "new" }]);
    clearDraft(pack.lessonId).catch((error: unknown) =>
      console.error("Failed to clear the quiz draft", error),
    );
  }

  const begun = later.at(-1) ?? saved;
  if (!begun) return <Spinner label="Opening the quiz…" />;
  return (
    <QuizForm
      key={later.length}
      lesson={lesson}
      begun={begun}
      next={next}
      offer={offer}
      onClose={onClose}
      onAgain={beginAgain}
      onComplete={onComplete}
    />
  );
}
