import { useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Progress } from "../../../ui/Progress.tsx";
import { ChoiceForm, numbersTo } from "../ChoiceForm.tsx";
import { defineLab } from "../defineLab.tsx";
import { Part } from "../Part.tsx";
import { StartAgain } from "../StartAgain.tsx";
import { dataSchema, type WhichRulesData } from "./data.ts";
import { Results } from "./Results.tsx";
import { SystemCard } from "./SystemCard.tsx";
import {
  begin,
  ENOUGH,
  isFinished,
  stateSchema,
  type WhichRulesState,
  walk,
  withChoice,
  wrongTurns,
} from "./walk.ts";

type Props = { data: WhichRulesData; state: WhichRulesState; onChange: (state: WhichRulesState) => void };

/** A prediction, twelve systems in any order, and a table of what applies to each. */
function WhichRules({ data, state, onChange }: Props) {
  const [hasActed, setHasActed] = useState(false);
  const { guess } = state;
  const move = (next: WhichRulesState) => {
    setHasActed(true);
    onChange(next);
  };
  return (
    <div className="flex flex-col gap-8">
      {guess === null ? (
        <Prediction data={data} takesFocus={hasActed} onGuess={(next) => move({ ...state, guess: next })} />
      ) : (
        <Systems data={data} state={state} onChange={onChange} onMove={move} hasActed={hasActed} />
      )}
      {guess !== null && state.finished >= ENOUGH && <Results data={data} state={state} guess={guess} />}
      {guess !== null && <StartAgain onPress={() => move(begin(data))} />}
    </div>
  );
}

type PredictionProps = { data: WhichRulesData; takesFocus: boolean; onGuess: (guess: number) => void };

function Prediction({ data, takesFocus, onGuess }: PredictionProps) {
  const { systems } = data;

  return (
    <Part title="1. Before you begin" takesFocus={takesFocus}>
      <p>
        Here are {systems.length} systems. We made them up, and their organisations too, which are in England,
        Wales or Scotland.
      </p>
      <ol>
        {systems.map(({ name, text }) => (
          <li key={name}>
            <strong>{name}.</strong> {text}
          </li>
        ))}
      </ol>
      <ChoiceForm
        label={"How many of them are prohibited or high-risk under the EU AI Act?"}
        options={numbersTo(systems.length)}
        action="Begin"
        onChoose={onGuess}
      />
    </Part>
  );
}

type SystemsProps = Props & { onMove: (state: WhichRulesState) => void; hasActed: boolean };

/** All systems, or the one that is open. */
function Systems({ data, state, onChange, onMove, hasActed }: SystemsProps) {
  const { systems } = data;
  const { open, choices } = state;
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = open === null ? null : systems[open];
  useEffect(() => {
    if (hasActed && open === null) heading.current?.focus();
  }, [hasActed, open]);
  const others = systems.flatMap((system, index) =>
    index === open || isFinished(data, system, choices[index] ?? "") ? [] : index,
  );
  const next = others.find((index) => index > (open ?? 0)) ?? others[0];
  return (
    <section className="flex flex-col gap-4 print:hidden">
      <h3 ref={heading} tabIndex={-1} className="mt-0! scroll-mt-6">
        2. Find the rules
      </h3>
      <Progress
        label="Finished"
        value={state.finished}
        max={systems.length}
        valueText={`${state.finished} of ${systems.length} systems`}
      />
      {shown && open !== null ? (
        <SystemCard
          key={open}
          data={data}
          system={shown}
          choices={choices[open] ?? ""}
          takesFocus={hasActed}
          onChoose={(place) => onChange(withChoice(data, state, open, place))}
          next={next === undefined ? null : (systems[next]?.name ?? null)}
          hasResults={state.finished >= ENOUGH}
          onNext={() => onMove({ ...state, open: next ?? null })}
          onList={() => onMove({ ...state, open: null })}
        />
      ) : (
        <>
          <p>
            Take them in any order. The lab is done after {ENOUGH} of them, and the table of results then
            appears.
          </p>
          <ol className="flex list-none flex-col gap-2 pl-0">
            {systems.map((system, index) => (
              <li key={system.name}>
                <Button
                  variant="secondary"
                  className="w-full justify-between! text-left!"
                  onClick={() => onMove({ ...state, open: index })}
                >
                  <span>
                    {index + 1}. {system.name}
                  </span>
                  <span className="font-normal text-muted">{statusOf(data, state, index)}</span>
                </Button>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

function statusOf(data: WhichRulesData, { choices }: WhichRulesState, index: number): string {
  const system = data.systems[index];
  const made = choices[index] ?? "";
  if (!system || made === "") return "not started";
  if (!isFinished(data, system, made)) return "started";
  const turns = wrongTurns(walk(data, system, made));
  return turns === 0 ? "finished" : `finished, ${turns} wrong ${turns === 1 ? "turn" : "turns"}`;
}

export default defineLab({
  data: dataSchema,
  state: stateSchema,
  begin,
  isDone: ({ finished }) => finished >= ENOUGH,
  Content: WhichRules,
});
