import { Button } from "../../../ui/Button.tsx";
import { Progress } from "../../../ui/Progress.tsx";
import { defineLab, type ToyProps } from "../defineLab.tsx";
import { Guess, numbersTo, Part } from "../kit.tsx";
import { dataSchema, type WhichRulesData } from "./data.ts";
import { Results } from "./Results.tsx";
import { SystemCard } from "./SystemCard.tsx";
import {
  begin,
  ENOUGH,
  isFinished,
  stateSchema,
  strictSystems,
  turnsByTopic,
  type WhichRulesState,
  walk,
  withChoice,
  wrongTurns,
} from "./walk.ts";

type Props = Omit<ToyProps<WhichRulesData, WhichRulesState>, "answerTo">;

/** A prediction, twelve systems in any order, and a table of what applies to each. */
function WhichRules(props: Props) {
  const { data, state, onChange } = props;
  const { guess, finished, open } = state;
  if (guess === null)
    return (
      <Part
        title="1. Before you begin"
        lead={`Here are ${data.systems.length} made-up systems.`}
        result={
          <ol>
            {data.systems.map(({ name, text }) => (
              <li key={name}>
                <strong>{name}.</strong> {text}
              </li>
            ))}
          </ol>
        }
        how="Their organisations are made up, too. They are in England, Wales or Scotland."
      >
        <Guess
          question="How many of them are prohibited or high-risk under the EU AI Act?"
          options={numbersTo(data.systems.length)}
          onGuess={(next) => onChange({ ...state, guess: next })}
        />
      </Part>
    );
  return (
    <>
      {open === null ? <Systems {...props} /> : <Open key={open} {...props} open={open} />}
      {finished >= ENOUGH && <Results data={data} state={state} guess={guess} />}
    </>
  );
}

/** The system on screen. */
function Open({ data, state, onChange, open }: Props & { open: number }) {
  const { systems } = data;
  const system = systems[open];
  const others = systems.flatMap((each, index) =>
    index === open || isFinished(data, each, state.choices[index] ?? "") ? [] : index,
  );
  const next = others.find((index) => index > open) ?? others[0];
  if (!system) return null;
  return (
    <SystemCard
      data={data}
      system={system}
      choices={state.choices[open] ?? ""}
      onChoose={(place) => onChange(withChoice(data, state, open, place))}
      next={next === undefined ? null : (systems[next]?.name ?? null)}
      hasResults={state.finished >= ENOUGH}
      onNext={() => onChange({ ...state, open: next ?? null })}
      onList={() => onChange({ ...state, open: null })}
    />
  );
}

function Systems({ data, state, onChange }: Props) {
  const { systems } = data;
  return (
    <Part
      title="2. Find the rules"
      lead={`Take them in any order. After ${ENOUGH} of them you get the table of results.`}
    >
      <Progress
        label="Finished"
        value={state.finished}
        max={systems.length}
        valueText={`${state.finished} of ${systems.length} systems`}
      />
      <ol className="flex list-none flex-col gap-2 pl-0">
        {systems.map((system, index) => (
          <li key={system.name} className="m-0!">
            <Button
              variant="secondary"
              className="w-full justify-between! text-left!"
              onClick={() => onChange({ ...state, open: index })}
            >
              <span>
                {index + 1}. {system.name}
              </span>
              <span className="font-normal text-muted">{statusOf(data, state, index)}</span>
            </Button>
          </li>
        ))}
      </ol>
    </Part>
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
  steps: ({ guess, finished }) => [guess !== null, finished >= ENOUGH],
  found: ({ guess, finished, choices }, data) => {
    const turns = [...turnsByTopic(data, choices)].toSorted(([, a], [, b]) => b - a);
    const [topic, most] = turns[0] ?? ["", 0];
    return (
      <p>
        You finished {finished} systems. {strictSystems(data).length} of {data.systems.length} are prohibited
        or high-risk, and you said {guess}.{" "}
        {most > 0
          ? `You took most wrong turns at one question: ${topic}, ${most}.`
          : "You took no wrong turn."}
      </p>
    );
  },
  Toy: WhichRules,
});
