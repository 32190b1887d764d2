import { useState } from "react";
import { ChoiceForm, numbersTo } from "../ChoiceForm.tsx";
import { defineLab } from "../defineLab.tsx";
import { Part } from "../Part.tsx";
import { StartAgain } from "../StartAgain.tsx";
import { Deciding } from "./Deciding.tsx";
import { dataSchema, type HumanCheckData } from "./data.ts";
import { Result } from "./Result.tsx";
import { begin, type HumanCheckState, stateSchema } from "./state.ts";
import { ruleWords } from "./words.ts";

type Props = { data: HumanCheckData; state: HumanCheckState; onChange: (state: HumanCheckState) => void };

/** A prediction, thirty decisions beside a suggestion, and what the learner's own decisions show. */
function HumanCheck({ data, state, onChange }: Props) {
  // False until the learner moves from one part to another: a page that has just loaded does not take the focus.
  const [hasActed, setHasActed] = useState(false);
  const move = (next: HumanCheckState) => {
    setHasActed(true);
    onChange(next);
  };
  return (
    <div className="flex flex-col gap-8">
      {state.guess === null && (
        <Prediction data={data} takesFocus={hasActed} onGuess={(guess) => move({ ...state, guess })} />
      )}
      {state.guess !== null && !state.isClosed && (
        <Deciding
          data={data}
          state={state}
          onChange={onChange}
          isResumed={!hasActed}
          onClose={() => move({ ...state, isClosed: true, canUndo: false })}
        />
      )}
      {state.guess !== null && state.isClosed && (
        <Result data={data} state={state} guess={state.guess} takesFocus={hasActed} />
      )}
      {state.guess !== null && <StartAgain onPress={() => move(begin())} />}
    </div>
  );
}

type PredictionProps = { data: HumanCheckData; takesFocus: boolean; onGuess: (guess: number) => void };

function Prediction({ data, takesFocus, onGuess }: PredictionProps) {
  return (
    <Part title="1. Before you begin" takesFocus={takesFocus}>
      <p>
        A community fund in {data.place} gives small grants to local groups. Three rules decide, and nothing
        else. A system reads every application and suggests an answer. It is usually right, and sometimes it
        is wrong. You are the human check: you make the final decision on {data.cases.length} applications.
      </p>
      <ol>
        {ruleWords(data).map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ol>
      <p>
        A group that meets all three is approved. There is no time limit, but work as you would with a long
        queue waiting. Your device notes how long each decision takes and shows you nothing until the end. You
        can stop at any time and continue later.
      </p>
      <ChoiceForm
        label={"Of ten wrong suggestions, how many will you catch?"}
        options={numbersTo(10)}
        action="Start"
        onChoose={onGuess}
      />
    </Part>
  );
}

export default defineLab({
  data: dataSchema,
  state: stateSchema,
  begin,
  isDone: ({ isClosed }) => isClosed,
  Content: HumanCheck,
});
