import "../../src/ui/styles/base.css";
import { useState } from "react";
import type { QuizQuestion } from "../../src/domain/course/pack.ts";
import { QuestionFields } from "../../src/features/quiz/QuestionFields.tsx";
import { mount } from "./mount.tsx";

/** The academy's own question with its answer in useState: no draft, no player, no route. */
function Quiz({ questions }: { questions: QuizQuestion[] }) {
  const [answers, setAnswers] = useState<(number | null)[]>(questions.map(() => null));
  return (
    <ol className="flex flex-col gap-5">
      {questions.map((question, index) => (
        <QuestionFields
          key={question.question}
          number={index + 1}
          question={question}
          order={[0, 1, 2, 3]}
          chosen={answers[index] ?? null}
          locked={false}
          onChoose={(number, option) => setAnswers(answers.with(number - 1, option))}
        />
      ))}
    </ol>
  );
}

const reply = await fetch("./questions.json");
// The measure writes questions.json from the compiled lesson.
mount(<Quiz questions={(await reply.json()) as QuizQuestion[]} />);
