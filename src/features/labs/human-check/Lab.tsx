import { useState } from "react";
import { defineLab, type ToyProps } from "../defineLab.tsx";
import { Guess, numbersTo, Part } from "../kit.tsx";
import { Deciding } from "./Deciding.tsx";
import { dataSchema, type HumanCheckData } from "./data.ts";
import { Result } from "./Result.tsx";
import { decisionsOf, tally } from "./results.ts";
import { begin, type HumanCheckState, isDecided, stateSchema } from "./state.ts";
import { ruleWords } from "./words.ts";

type Props = Omit<ToyProps<HumanCheckData, HumanCheckState>, "answerTo">;

/** A prediction, thirty decisions beside a suggestion, and what the learner's own decisions show. */
function HumanCheck({ data, state, onChange }: Props) {
  // The time of a case that was on screen when the page was loaded does not count.
  const [wasResumed, setWasResumed] = useState(true);
  if (state.guess === null)
    return (
      <Prediction
        data={data}
        onGuess={(guess) => {
          setWasResumed(false);
          onChange({ ...state, guess });
        }}
      />
    );
  if (state.isClosed) return <Result data={data} state={state} guess={state.guess} />;
  return (
    <Deciding
      data={data}
      state={state}
      onChange={onChange}
      wasResumed={wasResumed}
      onClose={() => onChange({ ...state, isClosed: true, canUndo: false })}
    />
  );
}

function Prediction({ data, onGuess }: { data: HumanCheckData; onGuess: (guess: number) => void }) {
  return (
    <Part
      title="1. Before you begin"
      lead={`A system suggests an answer to ${data.cases.length} applications. You decide.`}
      how={
        <>
          <p>
            A community fund in {data.place} gives small grants to local groups. A group that meets all three
            rules is approved, and nothing else counts. The system is usually right, and sometimes wrong.
          </p>
          <ol>
            {ruleWords(data).map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ol>
          <p>
            There is no time limit, but work as you would with a long queue waiting. Your device notes how
            long each decision takes and shows you nothing until the end. You can stop at any time and
            continue later.
          </p>
        </>
      }
    >
      <Guess
        question="Of ten wrong suggestions, how many will you catch?"
        options={numbersTo(10)}
        onGuess={onGuess}
      />
    </Part>
  );
}

export default defineLab({
  data: dataSchema,
  state: stateSchema,
  begin,
  steps: (state, data) => [state.guess !== null, isDecided(data, state), state.isClosed],
  found: (state, data) => {
    const { caught, planted, overridden, agreed, cases } = tally(decisionsOf(data, state));
    return (
      <p>
        You followed the system in {agreed} of {cases} decisions. You caught {caught} of its {planted} errors
        and overrode {overridden} of its right suggestions. You expected to catch {state.guess} of 10.
      </p>
    );
  },
  Toy: HumanCheck,
});
