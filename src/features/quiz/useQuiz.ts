import { useCallback, useEffect, useRef, useState } from "react";
import type { QuizDraft } from "../../db/store/rows.ts";
import { StorageFailure } from "../../db/store/storageFailure.ts";
import { clearDraft, saveDraft } from "../../db/study/draft.ts";
import { type QuizSubmission, submitQuiz } from "../../db/synced/progress.ts";
import { gradeQuiz, type QuizGrade } from "../../domain/course/quiz.ts";
import type { AchievementType } from "../../entities/achievement/achievement.ts";
import { dismissFailures, toast } from "../../ui/overlay/toast.ts";
import { type Answers, completeAnswers, type QuizLesson, withAnswer } from "./attempt.ts";

export type Quiz = {
  answers: Answers;
  /** Null until submitted. Afterwards the quiz is locked. */
  outcome: Outcome | null;
  saving: boolean;
  /** Questions are one-based. The function's identity is stable. */
  choose: (number: number, option: number) => void;
  /** Stores the latest answers. Called when the user leaves, because the answers may not have been rendered yet. */
  keep: () => void;
  /** Grades and stores. If storing failed, calling it again stores the same answers. */
  submit: () => Promise<void>;
};

/** The state of an open quiz, from its attempt to its result. */
export function useQuiz(
  lesson: QuizLesson,
  begun: QuizDraft,
  onComplete: (newAchievements: AchievementType[]) => void,
): Quiz {
  const [answers, setAnswers] = useState(begun.answers);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [saving, setSaving] = useState(false);
  const { pack, version, signedIn } = lesson;

  /** The answers as the browser shows them. React state follows one frame later. */
  const latest = useRef(begun.answers);
  const kept = useRef(begun.answers);

  const choose = useCallback((number: number, option: number) => {
    latest.current = withAnswer(latest.current, number - 1, option);
    afterNextFrame(() => {
      dismissOutcome();
      setAnswers(latest.current);
    });
  }, []);

  const keep = useCallback(() => {
    if (!signedIn || kept.current === latest.current) return;
    kept.current = latest.current;
    saveDraft(pack.lessonId, version, { ...begun, answers: latest.current }).catch(logDraftFailure);
  }, [begun, pack.lessonId, version, signedIn]);

  useEffect(() => {
    if (answers === latest.current) keep();
  }, [answers, keep]);
  // The tab may be closed before the next frame.
  useEffect(() => {
    // Runs before the database is closed on page exit (src/db/store/leaving.ts).
    addEventListener("pagehide", keep, { capture: true });
    return () => removeEventListener("pagehide", keep, { capture: true });
  }, [keep]);

  async function submit(): Promise<void> {
    const complete = completeAnswers(latest.current);
    if (!complete || saving || (outcome && outcome.keeping !== "failed")) return;
    setAnswers(latest.current);
    setSaving(true);
    dismissOutcome();
    const correctAnswers = pack.quiz.questions.map((question) => question.correctAnswer);
    const result = await gradeAndSave(
      { lessonId: pack.lessonId, lessonVersion: version, answers: complete, correctAnswers },
      signedIn,
    );
    setSaving(false);
    setOutcome(result);
    // A failing score that is stored on the second try has already been reported.
    if (!outcome || result.grade.passed) reportOutcome(result);
    if (result.keeping === "kept") clearDraft(pack.lessonId).catch(logDraftFailure);
    if (result.newlyComplete) onComplete(result.newAchievements);
  }

  return { answers, outcome, saving, choose, keep, submit };
}

function logDraftFailure(error: unknown): void {
  console.error("The quiz draft could not be saved", error);
}

const TOAST_CAUSE = "quiz";

/** Called when the learner answers again, because the last result no longer applies, or has moved on from the score. */
export function dismissOutcome(): void {
  dismissFailures(TOAST_CAUSE);
}

/**
 * The toasts for a graded quiz, in the spec's words (§8). Completing a lesson shows its own toast elsewhere. A failing
 * score that could not be stored is only logged, because no progress was lost.
 */
function reportOutcome({ grade, keeping }: Outcome): void {
  if (!grade.passed) {
    toast({
      title: `Quiz Score: ${grade.scorePercent}%`,
      description: "You need 80% to pass. Please review and try again.",
      variant: "destructive",
      cause: TOAST_CAUSE,
    });
    return;
  }
  if (keeping === "failed") {
    toast({
      title: "Error",
      description: "Failed to save progress. Please try again.",
      variant: "destructive",
      cause: TOAST_CAUSE,
    });
  }
}

/** A hidden tab paints no frames. */
const LONGEST_FRAME_MS = 100;

/**
 * Runs `task` after the next frame has been painted, or soon anyway if none is, so that the response to a touch is
 * painted first.
 */
function afterNextFrame(task: () => void): void {
  let isDone = false;
  const once = () => {
    if (isDone) return;
    isDone = true;
    task();
  };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, LONGEST_FRAME_MS);
}

export type Outcome = {
  submission: QuizSubmission;
  grade: QuizGrade;
  /** The one-based numbers of the questions answered wrongly. */
  mistakes: number[];
  /** `kept`: the device's transaction has completed. `visitor`: there is no account to store the attempt for. */
  keeping: "kept" | "visitor" | "failed";
  newlyComplete: boolean;
  newAchievements: AchievementType[];
};

/**
 * Grades on the device and stores the attempt as a row that is unsent. Never rejects: if storing fails, the
 * grade is still returned, `keeping` is "failed", and the reason is logged (spec §8).
 */
async function gradeAndSave(submission: QuizSubmission, signedIn: boolean): Promise<Outcome> {
  const grade = gradeQuiz(submission.answers, submission.correctAnswers);
  const mistakes = submission.correctAnswers.flatMap((right, index) =>
    submission.answers[index] === right ? [] : [index + 1],
  );
  const unkept = { submission, grade, mistakes, newlyComplete: false, newAchievements: [] };
  if (!signedIn) return { ...unkept, keeping: "visitor" };
  try {
    const { newAchievements, newlyComplete } = await submitQuiz(submission);
    return { ...unkept, keeping: "kept", newlyComplete, newAchievements };
  } catch (error) {
    // Another tab has signed out since the quiz was opened.
    if (error instanceof StorageFailure && error.code === "signedOut")
      return { ...unkept, keeping: "visitor" };
    console.error("Failed to save quiz score", error);
    return { ...unkept, keeping: "failed" };
  }
}
