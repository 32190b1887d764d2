import type { QuizQuestion } from "../../domain/pack.ts";

/** Whether the answer was correct, and why: explains the chosen option and, if it was wrong, the correct one. */
export function QuestionVerdict({ question, chosen }: { question: QuizQuestion; chosen: number }) {
  const right = question.correctAnswer;
  if (chosen === right) {
    return (
      <div className="mt-4 rounded-card border-l-4 border-done bg-done-soft px-4 py-3">
        <p className="font-semibold text-done">Correct</p>
        <p>{question.explanations[right]}</p>
      </div>
    );
  }
  return (
    <div className="mt-4 flex flex-col gap-2 rounded-card border-l-4 border-danger bg-danger-soft px-4 py-3">
      <p className="font-semibold text-danger">Incorrect. Correct answer: {question.options[right]}</p>
      <p>
        <span className="font-semibold">Your answer:</span> {question.explanations[chosen]}
      </p>
      <p>
        <span className="font-semibold">The correct answer:</span> {question.explanations[right]}
      </p>
    </div>
  );
}
