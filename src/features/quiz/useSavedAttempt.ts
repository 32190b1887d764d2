import { useEffect, useState } from "react";
import { clearDraft, loadDraft } from "../../db/draft.ts";
import type { QuizDraft } from "../../db/rows.ts";
import { fitsQuiz, newAttempt, type QuizLesson } from "./attempt.ts";

/** How an attempt came about; `outdated` is new because the saved one answered an older version of the lesson. */
export type Origin = "new" | "resumed" | "outdated";
export type Begun = { attempt: QuizDraft; origin: Origin };

/**
 * The attempt to show: the one that was left half answered, else a new one; null while the device is asked.
 * `lesson` must keep its identity while the quiz is open.
 */
export function useSavedAttempt(lesson: QuizLesson): Begun | null {
  const [begun, setBegun] = useState(() => (lesson.signedIn ? null : beginAnew(lesson)));

  // Synchronises with the device's store, once per opening.
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

function beginAnew({ pack }: QuizLesson, origin: Origin = "new"): Begun {
  return { attempt: newAttempt(pack, Math.random), origin };
}

/** The saved attempt if it fits. A draft that cannot be read costs its answers and must not cost the quiz. */
async function readDraft(lesson: QuizLesson): Promise<Begun> {
  const { pack, version } = lesson;
  try {
    const saved = await loadDraft(pack.lessonId);
    if (!saved) return beginAnew(lesson);
    if (saved.version === version && fitsQuiz(saved.draft, pack)) {
      return { attempt: saved.draft, origin: "resumed" };
    }
    await clearDraft(pack.lessonId);
    return beginAnew(lesson, "outdated");
  } catch (error) {
    console.error("Failed to load the quiz draft", error);
    return beginAnew(lesson);
  }
}
