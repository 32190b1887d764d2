import { Check, X } from "lucide-react";
import { Button } from "../../../ui/Button.tsx";
import { Guess, Part } from "../kit.tsx";
import type { System, WhichRulesData } from "./data.ts";
import { type Step, walk, wrongTurns } from "./walk.ts";

type Props = {
  data: WhichRulesData;
  system: System;
  choices: string;
  /** Answers with the answer at this place of the node. */
  onChoose: (place: number) => void;
  /** The name of the next unfinished system, or null if there is none. */
  next: string | null;
  hasResults: boolean;
  onNext: () => void;
  onList: () => void;
};

/** One system: what the learner has found out so far, and the next question. */
export function SystemCard(props: Props) {
  const { data, system, choices, onChoose, next, hasResults, onNext, onList } = props;
  const steps = walk(data, system, choices);
  const answered = steps.filter(({ isAnswered }) => isAnswered);
  const current = steps.find(({ isAnswered }) => !isAnswered);
  const last = answered.at(-1);
  const wrong = current?.wrong.at(-1);
  const end = `${data.leaves.find(({ id }) => id === system.leaf)?.text} ${turnsWords(wrongTurns(steps))}${hasResults ? " The table of results is below." : ""}`;
  return (
    <Part
      title={system.name}
      lead={system.text}
      say={
        !current
          ? end
          : wrong
            ? `Not “${wrong.label}”.`
            : last && `Yes. ${last.node.topic}: ${last.right.label}.`
      }
      result={
        current && wrong ? (
          <WrongTurns step={current} />
        ) : (
          answered.length > 0 && (
            <ol className="flex list-none flex-col gap-3 pl-0">
              {answered.map((step) => (
                <Finding key={step.node.id} step={step} />
              ))}
            </ol>
          )
        )
      }
    >
      {current && (
        <Guess
          key={current.node.id}
          question={current.node.question}
          options={current.node.answers.map(({ id, label }) => ({
            label,
            isOut: current.wrong.some((each) => each.id === id),
          }))}
          onGuess={onChoose}
        />
      )}
      <div className="flex flex-wrap gap-3">
        {!current && next !== null && <Button onClick={onNext}>Next: {next}</Button>}
        <Button variant={current ? "quiet" : "secondary"} onClick={onList}>
          All systems
        </Button>
      </div>
    </Part>
  );
}

const turnsWords = (turns: number) =>
  turns === 0 ? "You took no wrong turn." : `You took ${turns} wrong ${turns === 1 ? "turn" : "turns"}.`;

function Finding({ step: { node, right, fact } }: { step: Step }) {
  return (
    <li className="m-0! flex gap-3">
      <Check aria-hidden="true" className="mt-1 size-5 shrink-0 text-done" />
      <span>
        <strong>
          {node.topic}: {right.label}.
        </strong>{" "}
        {fact} <span className="text-base text-muted">({right.source})</span>
      </span>
    </li>
  );
}

/** Why each wrong answer to the question on screen is wrong, and the fact that decides. */
function WrongTurns({ step: { wrong, fact } }: { step: Step }) {
  return (
    <div className="flex flex-col gap-2">
      {wrong.map(({ id, label, means, source }) => (
        <p key={id} className="flex gap-3">
          <X aria-hidden="true" className="mt-1 size-5 shrink-0 text-danger" />
          <span>
            <strong>Not “{label}”.</strong> {means} <span className="text-base text-muted">({source})</span>
          </span>
        </p>
      ))}
      <p>
        <strong>The fact that decides:</strong> {fact}
      </p>
    </div>
  );
}
