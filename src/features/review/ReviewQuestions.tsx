import { useState } from "react";
import { forgetAnswers, type ReviewMemory, rememberAnswer } from "../../db/reviews.ts";
import type { Review } from "../../domain/pacing.ts";
import type { ReviewSet } from "../../domain/pack.ts";
import { paths } from "../../domain/paths.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { OpenBoxes } from "./OpenBoxes.tsx";
import { ReviewQuestion } from "./ReviewQuestion.tsx";

type Props = { review: Review; questions: ReviewSet["questions"]; memory: ReviewMemory };

/** The questions of a review. Revealed answers stay revealed on this device until the learner starts again. */
export function ReviewQuestions({ review, questions, memory }: Props) {
  const [answers, setAnswers] = useState(memory.answers);
  const [round, setRound] = useState(1);
  const isDone = answers.size === questions.length;

  async function reveal(question: number, chosen: number | null): Promise<void> {
    const next = new Map(answers).set(question, chosen);
    setAnswers(next);
    try {
      const doneAt = next.size === questions.length ? new Date().toISOString() : undefined;
      await rememberAnswer(review, question, chosen, doneAt);
    } catch (error) {
      // The page continues to work; the answers are just not stored.
      console.warn("This device could not remember the review", error);
    }
  }

  function beginAgain(): void {
    setAnswers(new Map());
    setRound(round + 1);
    forgetAnswers(review, answers.keys()).catch((error: unknown) =>
      console.warn("This device could not forget the answers", error),
    );
  }

  return (
    <>
      <ol className="flex flex-col gap-6">
        {questions.map((question, index) => (
          <ReviewQuestion
            // biome-ignore lint/suspicious/noArrayIndexKey: a question is identified by its position in the review
            key={`${round}:${index}`}
            number={index + 1}
            question={question}
            answer={answers.get(index)}
            onReveal={(chosen) => void reveal(index, chosen)}
          />
        ))}
      </ol>
      <div role="status">
        {isDone && (
          <Banner tone="done" title="You have finished this review.">
            Come back to it whenever you like.
          </Banner>
        )}
      </div>
      <OpenBoxes last={review.after} />
      <div className="flex flex-wrap gap-3">
        <LinkButton to={paths.dashboard()}>Back to My Learning</LinkButton>
        {answers.size > 0 && (
          <Button variant="secondary" onClick={beginAgain}>
            Start again
          </Button>
        )}
      </div>
    </>
  );
}
