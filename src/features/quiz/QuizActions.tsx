import { Button } from "../../ui/Button.tsx";
import { completeAnswers } from "./answers.ts";
import type { Quiz } from "./useQuiz.ts";

type Props = { quiz: Quiz; onClose: () => void; onAgain: () => void };

/** Submit Quiz and Cancel while the quiz is open; Back to Lesson and a retry once it is graded. */
export function QuizActions({ quiz, onClose, onAgain }: Props) {
  if (quiz.outcome) {
    // A retry would discard a result that has not been stored.
    const isSettled = quiz.outcome.keeping !== "failed";
    return (
      <div className="flex flex-wrap gap-3">
        <Button onClick={onClose}>Back to Lesson</Button>
        {isSettled && (
          <Button variant="secondary" onClick={onAgain}>
            Try again
          </Button>
        )}
      </div>
    );
  }
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
