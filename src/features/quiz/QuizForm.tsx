import { type FormEvent, useEffect, useRef, useState } from "react";
import { PASS_MARK_PERCENT } from "../../domain/course/quiz.ts";
import type { AchievementType } from "../../entities/achievement/achievement.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { useHoldUpdates } from "../../ui/page/updateHold.ts";
import { completeAnswers, type NextStop, type QuizLesson } from "./attempt.ts";
import { QuestionFields } from "./QuestionFields.tsx";
import { endsAtLesson, QuizResult, ResultBar } from "./QuizResult.tsx";
import { QuizBar, QuizOverview } from "./QuizSteps.tsx";
import { type Quiz, useQuiz } from "./useQuiz.ts";
import { focusInQuiz, SCORE_ID, useQuizSteps } from "./useQuizSteps.ts";
import type { Origin, StartedAttempt } from "./useSavedAttempt.ts";

type Props = {
  lesson: QuizLesson;
  begun: StartedAttempt;
  next: NextStop;
  onClose: () => void;
  onAgain: () => void;
  onComplete: (newAchievements: AchievementType[]) => void;
};

/** A quiz with all questions on one page, or one question at a time. */
export function QuizForm({ lesson, begun: { attempt, origin }, next, onClose, onAgain, onComplete }: Props) {
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
        {isOneByOne && !(outcome && endsAtLesson(outcome, next)) && (
          <Button variant="quiet" onClick={close} disabled={quiz.saving}>
            {outcome ? "Back to Lesson" : "Cancel"}
          </Button>
        )}
        {isOneByOne && <QuizOverview quiz={quiz} steps={steps} questions={questions} />}
      </div>
      {outcome
        ? (!isOneByOne || step === 0) && (
            <QuizResult outcome={outcome} saving={quiz.saving} onSaveAgain={() => void quiz.submit()} />
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
            of={isOneByOne ? questions.length : undefined}
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

type QuizActionsProps = { quiz: Quiz; onClose: () => void };

/** Submit Quiz and Cancel while the quiz is open, with all questions on one page. */
function QuizActions({ quiz, onClose }: QuizActionsProps) {
  const answered = quiz.answers.filter((answer) => answer !== null).length;
  const isComplete = completeAnswers(quiz.answers) !== null;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button type="submit" busy={quiz.saving} disabled={!isComplete} aria-describedby="quiz-answered">
        {quiz.saving ? "Saving…" : "Submit Quiz"}
      </Button>
      <Button variant="secondary" onClick={onClose} disabled={quiz.saving}>
        Cancel
      </Button>
      <p id="quiz-answered" className="text-muted">
        {answered} of {quiz.answers.length} questions answered
      </p>
    </div>
  );
}
