import { useEffect, useState } from "react";
import type { QuizDraft } from "../../db/store/rows.ts";
import { clearDraft, loadDraft } from "../../db/study/draft.ts";
import { fitsQuiz, newAttempt, type QuizLesson } from "./attempt.ts";

/**
 * The origin of an attempt. `outdated` is a new attempt, because the saved one belongs to an older version of the
 * lesson.
 */
export type Origin = "new" | "resumed" | "outdated";
export type StartedAttempt = { attempt: QuizDraft; origin: Origin };

/**
 * The attempt to show: a saved one if it is unfinished, otherwise a new one. Null while loading. `lesson` must keep its
 * identity while the quiz is open.
 */
export function useSavedAttempt(lesson: QuizLesson): StartedAttempt | null {
  const [begun, setBegun] = useState(() => (lesson.signedIn ? null : startNewAttempt(lesson)));

  useEffect(() => {
    if (!lesson.signedIn) return;
    let isGone = false;
    void readDraft(lesson).then((found) => {
      if (!isGone) setBegun(found);
    });
    return () => {
      isGone = true;
    };
  }, [lesson]);

  return begun;
}

function startNewAttempt({ pack }: QuizLesson, origin: Origin = "new"): StartedAttempt {
  return { attempt: newAttempt(pack, Math.random), origin };
}

/**
 * The saved attempt if it fits this quiz. If the draft cannot be read, its answers are lost, but the quiz must still
 * open.
 */
async function readDraft(lesson: QuizLesson): Promise<StartedAttempt> {
  const { pack, version } = lesson;
  try {
    const saved = await loadDraft(pack.lessonId);
    if (!saved) return startNewAttempt(lesson);
    if (saved.version === version && fitsQuiz(saved.draft, pack)) {
      return { attempt: saved.draft, origin: "resumed" };
    }
    await clearDraft(pack.lessonId);
    return startNewAttempt(lesson, "outdated");
  } catch (error) {
    console.error("Failed to load the quiz draft", error);
    return startNewAttempt(lesson);
  }
}
