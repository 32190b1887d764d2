import { Button } from "../../ui/Button.tsx";
import { completeAnswers } from "./answers.ts";
import type { Quiz } from "./useQuiz.ts";

/** Submit Quiz and Cancel while it is open, Back to Lesson once it is graded. */
export function QuizActions({ quiz, onClose }: { quiz: Quiz; onClose: () => void }) {
  if (quiz.outcome) {
    return (
      <div>
        <Button onClick={onClose}>Back to Lesson</Button>
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
