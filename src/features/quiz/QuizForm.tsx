import { type FormEvent, useEffect, useRef, useState } from "react";
import { PASS_MARK_PERCENT } from "../../domain/course/quiz.ts";
import type { AchievementType } from "../../entities/achievement/achievement.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { useHoldUpdates } from "../../ui/page/updateHold.ts";
import { braid } from "../../ui/pattern/braid.ts";
import type { NextStop, PassedOffer, QuizLesson } from "./attempt.ts";
import { QuestionFields } from "./QuestionFields.tsx";
import { QuizActions, QuizBar, QuizOverview, ResultBar } from "./QuizSteps.tsx";
import { type Outcome, useQuiz } from "./useQuiz.ts";
import { focusInQuiz, SCORE_ID, useQuizSteps } from "./useQuizSteps.ts";
import type { Origin, StartedAttempt } from "./useSavedAttempt.ts";

type Props = {
  lesson: QuizLesson;
  begun: StartedAttempt;
  next: NextStop;
  offer: PassedOffer;
  onClose: () => void;
  onAgain: () => void;
  onComplete: (newAchievements: AchievementType[]) => void;
};

/** A quiz with all questions on one page, or one question at a time. */
export function QuizForm({
  lesson,
  begun: { attempt, origin },
  next,
  offer,
  onClose,
  onAgain,
  onComplete,
}: Props) {
  const quiz = useQuiz(lesson, attempt, onComplete);
  const steps = useQuizSteps(quiz);
  const { isOneByOne, step } = steps;
  const [startStep] = useState(step);
  const { questions } = lesson.pack.quiz;
  const { outcome } = quiz;
  const titleRef = useRef<HTMLHeadingElement>(null);
  useHoldUpdates(outcome === null);

  function close(): void {
    quiz.keep();
    onClose();
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (isOneByOne && steps.next !== undefined) steps.go(steps.next);
    else void quiz.submit();
  }

  // The button that opened or submitted the quiz has disappeared.
  useEffect(() => {
    focusInQuiz(outcome ? document.getElementById(SCORE_ID) : titleRef.current);
  }, [outcome]);

  return (
    <form
      aria-labelledby="quiz-title"
      className={cx("flex flex-col", isOneByOne ? "quiz-screen gap-4" : "gap-6")}
      onSubmit={onSubmit}
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <h2 id="quiz-title" ref={titleRef} tabIndex={-1}>
            Quiz
          </h2>
          <Badge tone="highlight">Pass: {PASS_MARK_PERCENT}%</Badge>
        </div>
        {!isOneByOne && <ViewButton onPress={steps.toggleView}>One question at a time</ViewButton>}
        {isOneByOne && (
          <Button variant="quiet" onClick={close} disabled={quiz.saving}>
            {outcome ? "Back to Lesson" : "Cancel"}
          </Button>
        )}
        {isOneByOne && <QuizOverview quiz={quiz} steps={steps} questions={questions} />}
      </div>
      {outcome
        ? (!isOneByOne || step === 0) && (
            <QuizResult
              outcome={outcome}
              offer={offer}
              saving={quiz.saving}
              onSaveAgain={() => void quiz.submit()}
            />
          )
        : (!isOneByOne || step === startStep) && <AttemptNote origin={origin} onAgain={onAgain} />}
      <ol className="flex flex-col gap-5" hidden={isOneByOne && step === 0}>
        {questions.map((question, index) => (
          <QuestionFields
            key={question.question}
            number={index + 1}
            question={question}
            order={attempt.order[index] ?? []}
            chosen={quiz.answers[index] ?? null}
            locked={outcome !== null}
            onChoose={quiz.choose}
            of={questions.length}
            hidden={isOneByOne && step !== index + 1}
          />
        ))}
      </ol>
      {isOneByOne && step > 0 && (
        <ViewButton onPress={steps.toggleView}>All questions on one page</ViewButton>
      )}
      {outcome ? (
        <ResultBar {...{ outcome, steps, next, onAgain }} onClose={close} />
      ) : isOneByOne ? (
        <QuizBar quiz={quiz} steps={steps} />
      ) : (
        <QuizActions quiz={quiz} onClose={close} />
      )}
    </form>
  );
}

/** Changes between one question at a time and all on one page. The choice is stored on this device. */
function ViewButton({ onPress, children }: { onPress: () => void; children: string }) {
  return (
    <Button variant="quiet" className="self-start" onClick={onPress}>
      {children}
    </Button>
  );
}

type AttemptNoteProps = { origin: Origin; onAgain: () => void };

/** Explains what happened to a partly answered attempt. */
function AttemptNote({ origin, onAgain }: AttemptNoteProps) {
  switch (origin) {
    case "new":
      return null;
    case "resumed":
      return (
        <Banner
          title="Your answers are as you left them."
          action={
            <Button variant="secondary" onClick={onAgain}>
              Start again
            </Button>
          }
        />
      );
    case "outdated":
      return (
        <Banner title="This quiz has been restarted.">
          <p>
            The lesson has changed since you began, so your unfinished answers were cleared. Earlier results
            are kept.
          </p>
        </Banner>
      );
  }
}

type ResultProps = { outcome: Outcome; offer: PassedOffer; saving: boolean; onSaveAgain: () => void };

/** The score, with a message if it was not stored. The quiz focuses its heading, which also announces the result. */
function QuizResult({ outcome, offer: Offer, saving, onSaveAgain }: ResultProps) {
  const { grade, keeping } = outcome;
  return (
    <div className="flex flex-col gap-4">
      <h3 id={SCORE_ID} tabIndex={-1} className="text-2xl">
        Your score: {grade.scorePercent}%{" "}
        <span className="block font-sans text-lg font-normal text-muted">
          {grade.correct} of {grade.total} correct.{" "}
          {grade.passed ? "You passed." : `You need ${PASS_MARK_PERCENT}% to pass.`}
        </span>
        <WovenScore {...outcome} />
      </h3>
      {grade.passed && keeping !== "failed" && Offer && (
        <Offer quiz={outcome.submission} signedIn={keeping === "kept"} />
      )}
      {keeping === "visitor" && !(grade.passed && Offer) && (
        <Banner title={grade.passed ? null : "You can try again as often as you like."}>
          {!grade.passed && <p>The explanations say why each answer is right.</p>}
          <p>You are not signed in, so this result will not be saved.</p>
        </Banner>
      )}
      {keeping === "failed" && (
        <Banner
          tone="danger"
          title="This result is not saved yet."
          action={
            <Button variant="secondary" busy={saving} onClick={onSaveAgain}>
              {saving ? "Saving…" : "Try saving again"}
            </Button>
          }
        >
          This device could not store it. Free some space, keep this page open and try again.
        </Banner>
      )}
    </div>
  );
}

/** One thread of a plait for each question: thick in the accent colour if the answer was correct, else thin and pale. */
function WovenScore({ grade, mistakes }: Pick<Outcome, "grade" | "mistakes">) {
  const { width, height, threads, gaps } = braid("score", grade.total, 10, "plait");
  const isWrong = (index: number) => mistakes.includes(index + 1);
  const words = threads.map(
    (_, index) => `question ${index + 1} ${isWrong(index) ? "incorrect" : "correct"}`,
  );
  // Colours of text, because forced colours replace only those.
  const draw = (part: "whole" | "over") =>
    threads.map((thread, index) => (
      <path
        key={thread.whole}
        d={thread[part]}
        stroke="currentColor"
        strokeWidth={isWrong(index) ? 1 : 4}
        className={isWrong(index) ? "text-muted" : "text-accent"}
      />
    ));
  return (
    <svg
      role="img"
      aria-label={`Your score as threads: ${words.join(", ")}`}
      viewBox={`0 0 ${width} ${height}`}
      fill="none"
      className="mt-4 w-full max-w-xs"
    >
      {draw("whole")}
      <path d={gaps} strokeWidth="6" className="stroke-paper forced-colors:stroke-[Canvas]" />
      {draw("over")}
    </svg>
  );
}
