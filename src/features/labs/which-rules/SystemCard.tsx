import { Check, X } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { RadioGroup } from "../../../ui/form/RadioGroup.tsx";
import type { System, WhichRulesData } from "./data.ts";
import { isFinished, type Step, walk, wrongTurns } from "./walk.ts";

type Props = {
  data: WhichRulesData;
  system: System;
  choices: string;
  takesFocus: boolean;
  /** Answers with the answer at this place of the node. */
  onChoose: (place: number) => void;
  /** The name of the next unfinished system, or null if there is none. */
  next: string | null;
  onNext: () => void;
  onList: () => void;
};

/** One system: what the learner has found out so far, and the next question. */
export function SystemCard({ data, system, choices, takesFocus, onChoose, next, onNext, onList }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  const feedback = useRef<HTMLDivElement>(null);
  const steps = walk(data, system, choices);
  const answered = steps.filter(({ isAnswered }) => isAnswered);
  const current = steps.find(({ isAnswered }) => !isAnswered);

  function answer(place: number): void {
    // The question disappears with the last answer.
    if (isFinished(data, system, `${choices}${place}`)) feedback.current?.focus();
    onChoose(place);
  }

  return (
    <div className="flex flex-col gap-5 rounded-lg border border-line p-4">
      <h4 ref={heading} tabIndex={-1} className="mt-0! scroll-mt-6">
        {system.name}
      </h4>
      <p>{system.text}</p>
      <div ref={feedback} role="status" tabIndex={-1} className="flex flex-col gap-4">
        {answered.length > 0 && (
          <ol className="flex list-none flex-col gap-3 pl-0">
            {answered.map((step) => (
              <Finding key={step.node.id} step={step} />
            ))}
          </ol>
        )}
        {current && <WrongTurns step={current} />}
        {!current && (
          <p className="font-semibold">
            {data.leaves.find(({ id }) => id === system.leaf)?.text} {turnsWords(wrongTurns(steps))}
          </p>
        )}
      </div>
      {current && <Question step={current} onChoose={answer} />}
      <div className="flex flex-wrap gap-3">
        {!current && next !== null && <Button onClick={onNext}>Next: {next}</Button>}
        <Button variant={current ? "quiet" : "secondary"} onClick={onList}>
          All systems
        </Button>
      </div>
    </div>
  );
}

const turnsWords = (turns: number) =>
  turns === 0 ? "You took no wrong turn." : `You took ${turns} wrong ${turns === 1 ? "turn" : "turns"}.`;

function Finding({ step: { node, right, fact } }: { step: Step }) {
  return (
    <li className="flex gap-3">
      <Check aria-hidden="true" className="mt-1 size-5 shrink-0 text-done" />
      <span>
        <strong>
          {node.topic}: {right.short}.
        </strong>{" "}
        {fact} <span className="text-base text-muted">({right.source})</span>
      </span>
    </li>
  );
}

/** Why each wrong answer to the question on screen is wrong, and the fact that decides. */
function WrongTurns({ step: { wrong, fact } }: { step: Step }) {
  if (wrong.length === 0) return null;
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

function Question({ step: { node, wrong }, onChoose }: { step: Step; onChoose: (place: number) => void }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const place = node.answers.findIndex(({ id }) => id === chosen);
  const form = useRef<HTMLFormElement>(null);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (place < 0) return;
    setChosen(null);
    // The button is disabled until the next choice, so the focus would be lost.
    form.current?.focus();
    onChoose(place);
  }

  return (
    <form
      ref={form}
      tabIndex={-1}
      aria-label={node.question}
      onSubmit={submit}
      className="flex scroll-mt-6 flex-col items-start gap-4"
    >
      <RadioGroup
        legend={node.question}
        options={node.answers.map(({ id, label }) => ({
          value: id,
          label,
          disabled: wrong.some((each) => each.id === id),
        }))}
        value={chosen}
        onChange={setChosen}
      />
      <Button type="submit" disabled={place < 0}>
        Answer
      </Button>
    </form>
  );
}
