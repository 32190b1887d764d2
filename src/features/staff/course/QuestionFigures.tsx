import { Badge } from "../../../ui/Badge.tsx";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { faultsOf, type Question, type QuestionFault, topDistractor } from "./question.ts";

const WORDS: Record<QuestionFault, string> = {
  "too easy": "Too easy: almost everyone is right at the first try.",
  "too hard": "Too hard: fewer than half are right at the first try.",
  misleading: "Misleading: one wrong option draws more learners than the right one.",
  "does not discriminate": "Does not fit the quiz: those who know the rest are not right more often.",
};

type Props = { lessons: readonly { title: string; questions: readonly Question[] }[] };

/** Each question with its first answers: questions that need work are marked and open. */
export function QuestionFigures({ lessons }: Props) {
  const answered = lessons.filter(({ questions }) => questions.length > 0);
  return (
    <section aria-labelledby="questions" className="flex flex-col gap-6">
      <h2 id="questions" className="text-2xl">
        Quiz questions
      </h2>
      <p className="max-w-prose text-muted">
        Only each learner's first answers to the published version of a lesson count. “Fit” is the correlation
        with the other questions of the quiz: below 0.1 the question measures something else.
      </p>
      {answered.length === 0 && <p>No quiz has been answered by ten learners yet.</p>}
      {answered.map(({ title, questions }) => (
        <section key={title} aria-label={title}>
          <h3 className="text-xl">{title}</h3>
          {questions.map((question) => (
            <QuestionRow key={question.number} question={question} />
          ))}
        </section>
      ))}
    </section>
  );
}

const percentOf = (share: number) => `${Math.round(share * 100)}%`;

function QuestionRow({ question }: { question: Question }) {
  const { number, learners, right_share: right, discrimination, options, correct, chosen } = question;
  const faults = faultsOf(question);
  const distractor = topDistractor(question);
  return (
    <Disclosure
      open={faults.length > 0}
      summary={
        <span className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
          <span>
            Question {number}: {percentOf(right)} right at the first try
          </span>
          <span className="font-normal text-muted">
            {learners} learners, fit {discrimination === null ? "unknown" : discrimination.toFixed(2)}
          </span>
          {faults.map((fault) => (
            <Badge key={fault} tone="highlight">
              {fault}
            </Badge>
          ))}
        </span>
      }
    >
      <div className="flex flex-col gap-3">
        <p>{question.question}</p>
        <ol className="flex list-[upper-alpha] flex-col gap-1 pl-6">
          {options.map((option, index) => (
            <li key={option}>
              {option} <strong>{percentOf((chosen[index] ?? 0) / learners)}</strong>
              {index === correct && " (right answer)"}
              {index === distractor && " (most chosen wrong answer)"}
            </li>
          ))}
        </ol>
        {faults.map((fault) => (
          <p key={fault}>{WORDS[fault]}</p>
        ))}
      </div>
    </Disclosure>
  );
}
