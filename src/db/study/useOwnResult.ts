import { gradeQuiz } from "../../domain/course/quiz.ts";
import { progress } from "../../entities/progress/progress.ts";
import { useLearner } from "../live.ts";
import type { LearnerDb } from "../store/learnerDb.ts";
import { isProgressKnown, readMeta } from "../store/meta.ts";
import { serverNow } from "../store/serverClock.ts";
import { readRow } from "../synced/readRows.ts";
import type { KeptResult } from "./keptResult.ts";

/**
 * Whether to ask the signed-in learner if a kept result is theirs: only someone who has bought the course since it was kept, so
 * that no other account of a shared device is asked, and only if it is better than what they have.
 */
export function useMayOwnResult(kept: KeptResult): boolean {
  return useLearner(`kept:${kept.keptAt}`, (db) => mayOwn(db, kept), false)?.value ?? false;
}

async function mayOwn(db: LearnerDb, { quiz, keptAt }: KeptResult): Promise<boolean> {
  const [enrollment, start, known, isKnown] = await Promise.all([
    readMeta(db, "enrollment"),
    readMeta(db, "studyStart"),
    readRow(db, progress, quiz.lessonId),
    isProgressKnown(db),
  ]);
  if (!isKnown || enrollment !== "enrolled" || !start?.enrolledAt) return false;
  const { scorePercent } = gradeQuiz(quiz.answers, quiz.correctAnswers);
  // Ages, because the clocks of the device and the server may differ.
  const enrolledForMs = serverNow() - Date.parse(start.enrolledAt);
  return enrolledForMs < Date.now() - keptAt && scorePercent > (known?.quizScore ?? -1);
}
