import { useEffect, useState } from "react";
import { loadDraft } from "../../db/draft.ts";
import type { QuizDraft } from "../../db/rows.ts";
import { fitsQuiz, newAttempt, type QuizLesson } from "./attempt.ts";

/**
 * The attempt to show: the one that was left half answered, else a new one; null while the device is asked.
 * `lesson` must keep its identity while the quiz is open.
 */
export function useSavedAttempt(lesson: QuizLesson): QuizDraft | null {
  const [attempt, setAttempt] = useState(() =>
    lesson.signedIn ? null : newAttempt(lesson.pack, Math.random),
  );

  // Synchronises with the device's store, once per opening.
  useEffect(() => {
    if (!lesson.signedIn) return;
    let isGone = false;
    void readDraft(lesson).then((draft) => {
      if (!isGone) setAttempt(draft ?? newAttempt(lesson.pack, Math.random));
    });
    return () => {
      isGone = true;
    };
  }, [lesson]);

  return attempt;
}

/** The saved attempt if it fits. A draft that cannot be read costs its answers and must not cost the quiz. */
async function readDraft({ pack, version }: QuizLesson): Promise<QuizDraft | null> {
  try {
    const draft = await loadDraft(pack.lessonId, version);
    return draft && fitsQuiz(draft, pack) ? draft : null;
  } catch (error) {
    console.error("Failed to load the quiz draft", error);
    return null;
  }
}
