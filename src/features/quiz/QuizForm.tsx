import { useEffect, useRef } from "react";
import type { AchievementType } from "../../domain/achievements.ts";
import { PASS_MARK_PERCENT } from "../../domain/quiz.ts";
import { Badge } from "../../ui/Badge.tsx";
import { useHoldUpdates } from "../../ui/useHoldUpdates.ts";
import { AttemptNote } from "./AttemptNote.tsx";
import type { QuizLesson } from "./attempt.ts";
import { QuestionFields } from "./QuestionFields.tsx";
import { QuizActions } from "./QuizActions.tsx";
import { QuizResult } from "./QuizResult.tsx";
import { useQuiz } from "./useQuiz.ts";
import type { StartedAttempt } from "./useSavedAttempt.ts";

type Props = {
  lesson: QuizLesson;
  begun: StartedAttempt;
  onClose: () => void;
  onAgain: () => void;
  onComplete: (newAchievements: AchievementType[]) => void;
};

export function QuizForm({ lesson, begun: { attempt, origin }, onClose, onAgain, onComplete }: Props) {
  const quiz = useQuiz(lesson, attempt, onComplete);
  const titleRef = useRef<HTMLHeadingElement>(null);
  const resultRef = useRef<HTMLHeadingElement>(null);
  useHoldUpdates(quiz.outcome === null);

  function close(): void {
    quiz.keep();
    onClose();
  }

  // Synchronises with the browser's focus: the button that opened or submitted the quiz is gone.
  useEffect(() => {
    (quiz.outcome ? resultRef : titleRef).current?.focus();
  }, [quiz.outcome]);

  return (
    <form
      aria-labelledby="quiz-title"
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        void quiz.submit();
      }}
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="quiz-title" ref={titleRef} tabIndex={-1}>
          Quiz
        </h2>
        <Badge tone="highlight">Pass: {PASS_MARK_PERCENT}%</Badge>
      </div>
      {quiz.outcome ? (
        <QuizResult
          outcome={quiz.outcome}
          headingRef={resultRef}
          saving={quiz.saving}
          onSaveAgain={() => void quiz.submit()}
        />
      ) : (
        <AttemptNote origin={origin} onAgain={onAgain} />
      )}
      <ol className="flex flex-col gap-5">
        {lesson.pack.quiz.questions.map((question, index) => (
          <QuestionFields
            key={question.question}
            number={index + 1}
            question={question}
            order={attempt.order[index] ?? []}
            chosen={quiz.answers[index] ?? null}
            locked={quiz.outcome !== null}
            onChoose={quiz.choose}
          />
        ))}
      </ol>
      <QuizActions quiz={quiz} onClose={close} onAgain={onAgain} />
    </form>
  );
}
