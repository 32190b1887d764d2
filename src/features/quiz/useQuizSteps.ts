import { useEffect, useState, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import { useReadingPreferences } from "../../platform/device/readingPreferences.ts";
import { type Answers, unansweredQuestions } from "./attempt.ts";
import { questionId } from "./QuestionFields.tsx";
import { dismissOutcome, type Quiz } from "./useQuiz.ts";

export type QuizSteps = {
  /** True if one question is shown at a time, false if all are on one page. */
  isOneByOne: boolean;
  /** The step that is shown: 0 is the score, n is question n. */
  step: number;
  /**
   * The steps before and after it, if any. Once the quiz is submitted, they lead from the score through the mistakes, or
   * through all questions if there are none.
   */
  back: number | undefined;
  next: number | undefined;
  /** Shows the step and moves focus to it. Does nothing if there is no such step. */
  go: (step: number | undefined) => void;
  /** Changes between the two views and stores the choice on this device. */
  toggleView: () => void;
};

/** The id of the heading with the score, which can be focused. */
export const SCORE_ID = "quiz-score";

/**
 * Which part of the quiz is shown. Without a choice, narrow windows show one question at a time. An attempt starts at its
 * first unanswered question, and its result at the score.
 */
export function useQuizSteps({ answers, outcome }: Pick<Quiz, "answers" | "outcome">): QuizSteps {
  const [{ quizView }, changePreferences] = useReadingPreferences();
  const isWide = useSyncExternalStore(subscribeToWidth, isWideNow);
  const isOneByOne = quizView === "auto" ? !isWide : quizView === "one";
  const [openStep, setOpenStep] = useState(() => stepToAnswer(answers));
  const [resultStep, setResultStep] = useState(0);

  // Answers may have been given on the whole page since a single question was last shown.
  const [wasOneByOne, setWasOneByOne] = useState(isOneByOne);
  if (wasOneByOne !== isOneByOne) {
    setWasOneByOne(isOneByOne);
    if (isOneByOne) setOpenStep(stepToAnswer(answers));
  }

  const [step, setStep] = outcome ? [resultStep, setResultStep] : [openStep, setOpenStep];
  const questions = answers.map((_, index) => index + 1);
  const stops = outcome ? [0, ...(outcome.mistakes.length > 0 ? outcome.mistakes : questions)] : questions;
  const back = stops.findLast((each) => each < step);
  const next = stops.find((each) => each > step);

  function go(target: number | undefined): void {
    if (target === undefined) return;
    flushSync(() => setStep(target));
    focusInQuiz(stepHeading(target));
    // The message about a failed quiz would cover the answers. One about an unsaved result stays.
    if (outcome && outcome.keeping !== "failed") dismissOutcome();
  }

  function toggleView(): void {
    flushSync(() => changePreferences({ quizView: isOneByOne ? "all" : "one" }));
    focusInQuiz(stepHeading(isOneByOne || outcome ? step : stepToAnswer(answers)));
  }

  // Radio buttons and dialogs use the arrow keys themselves.
  useEffect(() => {
    if (!isOneByOne) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.target instanceof Element && event.target.closest("input, select, textarea, dialog")) return;
      if (event.key === "ArrowLeft") go(back);
      if (event.key === "ArrowRight") go(next);
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  });

  return { isOneByOne, step, back, next, go, toggleView };
}

/** The first unanswered question, or the last question, which has the button to submit. */
function stepToAnswer(answers: Answers): number {
  return unansweredQuestions(answers)[0] ?? answers.length;
}

function stepHeading(step: number): HTMLElement | null {
  return document.getElementById(step === 0 ? SCORE_ID : questionId(step));
}

/**
 * Moves focus to an element of the quiz. If one question is shown at a time, the quiz fills the window from its top, and
 * otherwise a question begins there.
 */
export function focusInQuiz(element: HTMLElement | null): void {
  (element?.closest(".quiz-screen") ?? element?.closest("li"))?.scrollIntoView();
  element?.focus();
}

/** The breakpoint `lg`, from which the course's outline is beside the quiz. */
const WIDE = "(width >= 64rem)";
const isWideNow = () => matchMedia(WIDE).matches;

function subscribeToWidth(onChange: () => void): () => void {
  const media = matchMedia(WIDE);
  media.addEventListener("change", onChange);
  return () => media.removeEventListener("change", onChange);
}
