export const QUESTIONS_PER_QUIZ = 5;
export const OPTIONS_PER_QUESTION = 4;
export const PASS_MARK_PERCENT = 80;

export type QuizGrade = { correct: number; total: number; scorePercent: number; passed: boolean };

/** A percentage as the spec requires it: rounded to a whole number. */
function isPass(scorePercent: number): boolean {
  return scorePercent >= PASS_MARK_PERCENT;
}

/**
 * Grades one attempt. Both arrays hold option indexes in the author's order, one per question.
 * Throws when the lengths differ: an unanswered quiz must never be graded.
 */
export function gradeQuiz(answers: readonly number[], correctAnswers: readonly number[]): QuizGrade {
  if (answers.length !== correctAnswers.length || correctAnswers.length === 0) {
    throw new Error("every question needs exactly one answer");
  }
  const total = correctAnswers.length;
  const correct = correctAnswers.filter((right, index) => answers[index] === right).length;
  const scorePercent = Math.round((correct / total) * 100);
  return { correct, total, scorePercent, passed: isPass(scorePercent) };
}
