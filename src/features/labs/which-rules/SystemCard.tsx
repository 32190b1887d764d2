import { Check, X } from "lucide-react";
import { type FormEvent, type Ref, useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { RadioGroup } from "../../../ui/form/RadioGroup.tsx";
import type { System, WhichRulesData } from "./data.ts";
import { type Step, walk, wrongTurns } from "./walk.ts";

type Props = {
  data: WhichRulesData;
  system: System;
  choices: string;
  takesFocus: boolean;
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
  const { data, system, choices, takesFocus, onChoose, next, hasResults, onNext, onList } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  const feedback = useRef<HTMLElement | null>(null);
  const receive = (element: HTMLElement | null) => {
    if (element) feedback.current = element;
  };
  const hasAnswered = useRef(false);
  // The explanation is above the next question, so that it is neither missed on a phone nor read out late.
  useEffect(() => {
    if (choices !== "" && hasAnswered.current) feedback.current?.focus();
  }, [choices]);
  const steps = walk(data, system, choices);
  const answered = steps.filter(({ isAnswered }) => isAnswered);
  const current = steps.find(({ isAnswered }) => !isAnswered);
  const isWrong = current !== undefined && current.wrong.length > 0;

  function answer(place: number): void {
    hasAnswered.current = true;
    onChoose(place);
  }

  return (
    <div className="flex flex-col gap-5 rounded-lg border border-line p-4">
      <h4 ref={heading} tabIndex={-1} className="m-0! scroll-mt-6">
        {system.name}
      </h4>
      <p>{system.text}</p>
      {answered.length > 0 && (
        <ol className="flex list-none flex-col gap-3 pl-0">
          {answered.map((step, index) => (
            <Finding
              key={step.node.id}
              step={step}
              focusRef={current && !isWrong && index === answered.length - 1 ? receive : null}
            />
          ))}
        </ol>
      )}
      {isWrong && <WrongTurns step={current} focusRef={receive} />}
      {!current && (
        <p ref={receive} tabIndex={-1} className="scroll-mt-6 font-semibold">
          {data.leaves.find(({ id }) => id === system.leaf)?.text} {turnsWords(wrongTurns(steps))}
          {hasResults && " The table of results is below."}
        </p>
      )}
      {current && <Question key={current.node.id} step={current} onChoose={answer} />}
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

function Finding({ step, focusRef }: { step: Step; focusRef: Ref<HTMLLIElement> }) {
  const { node, right, fact } = step;
  return (
    <li ref={focusRef} tabIndex={-1} className="flex scroll-mt-6 gap-3">
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
function WrongTurns({ step: { wrong, fact }, focusRef }: { step: Step; focusRef: Ref<HTMLDivElement> }) {
  return (
    <div ref={focusRef} tabIndex={-1} className="flex scroll-mt-6 flex-col gap-2">
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

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (place < 0) return;
    setChosen(null);
    onChoose(place);
  }

  return (
    <form onSubmit={submit} className="flex flex-col items-start gap-4">
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
