import { type Ref, useEffect, useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/form/Checkbox.tsx";
import { ChoiceForm, numbersTo } from "../ChoiceForm.tsx";
import { Part } from "../Part.tsx";
import { type BriefItState, scoreOf, toggled } from "./brief.ts";
import type { BriefItData } from "./data.ts";

type Props = {
  data: BriefItData;
  state: BriefItState;
  onChange: (state: BriefItState) => void;
  heading: Ref<HTMLHeadingElement> | undefined;
};

/** A recorded answer beside its notes: predict, mark what is wrong, then read about every sentence. */
export function FindErrors({ data, state, onChange, heading }: Props) {
  const errors = data.sentences.filter(({ error }) => error).length;
  return (
    <Part title="4. Find the errors" heading={heading}>
      <p>
        A good brief does not replace the check. This longer recorded answer was written for a brief with all
        five parts, and {errors} of its {data.sentences.length} sentences contradict the notes below. We put
        the errors in on purpose.
      </p>
      {state.expected === null ? (
        <ChoiceForm
          label={`How many of the ${errors} will you find?`}
          options={numbersTo(errors)}
          action="Show the answer and start the clock"
          onChoose={(expected) => onChange({ ...state, expected })}
        />
      ) : (
        <>
          <div>
            <p className="font-semibold">The notes, which are right</p>
            <ul>
              {data.notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </div>
          {!state.isChecked && <Marking data={data} state={state} onChange={onChange} />}
          <div role="status">{state.isChecked && <Score data={data} state={state} />}</div>
          {state.isChecked && <Explanations data={data} state={state} />}
        </>
      )}
    </Part>
  );
}

/** After a reload the clock continues from the last mark. Nothing depends on it (WCAG 2.2.1). */
function Marking({ data, state, onChange }: Omit<Props, "heading">) {
  const [start] = useState(() => Date.now() - Math.max(0, ...state.marks.map(({ at }) => at)) * 1000);
  const [isHidden, setIsHidden] = useState(false);
  const elapsed = () => Math.min(359_999, Math.max(0, Math.round((Date.now() - start) / 1000)));
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        {!isHidden && <Clock elapsed={elapsed} />}
        <Button variant="quiet" onClick={() => setIsHidden(!isHidden)}>
          {isHidden ? "Show the clock" : "Hide the clock"}
        </Button>
        <span className="text-base text-muted">Take as long as you like.</span>
      </div>
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-2 font-semibold">The recorded answer: tick every sentence that is wrong</legend>
        {data.sentences.map(({ text }, sentence) => (
          <Checkbox
            key={text}
            label={text}
            checked={state.marks.some((each) => each.sentence === sentence)}
            onChange={() => onChange({ ...state, marks: toggled(state.marks, sentence, elapsed()) })}
          />
        ))}
      </fieldset>
      <Button className="self-start" onClick={() => onChange({ ...state, isChecked: true })}>
        Check my marks
      </Button>
    </>
  );
}

/** Not announced by screen readers: a clock that speaks every second would drown everything else. */
function Clock({ elapsed }: { elapsed: () => number }) {
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = elapsed();
  return (
    <span role="timer" aria-live="off" className="font-semibold tabular-nums">
      {Math.floor(seconds / 60)}:{`${seconds % 60}`.padStart(2, "0")}
    </span>
  );
}

function Score({ data, state }: Pick<Props, "data" | "state">) {
  const { errors, hits, misses, falseAlarms, perFind } = scoreOf(data, state.marks);
  return (
    <div className="flex flex-col gap-3">
      <p className="text-lg font-semibold">
        You found {hits} of {errors} errors. You said {state.expected}.
      </p>
      <p>
        Missed: {misses}. Right sentences that you marked: {falseAlarms}.
        {perFind !== null && ` Time per error found: ${perFind} ${perFind === 1 ? "second" : "seconds"}.`}
      </p>
    </div>
  );
}

function Explanations({ data, state }: Pick<Props, "data" | "state">) {
  return (
    <ol className="flex flex-col gap-3">
      {data.sentences.map(({ text, error, why }, sentence) => {
        const mark = state.marks.find((each) => each.sentence === sentence);
        return (
          <li key={text}>
            <em>{text}</em> <strong>{outcome(error, mark !== undefined)}</strong>
            {error && mark && ` after ${mark.at} ${mark.at === 1 ? "second" : "seconds"}`}. {why}
          </li>
        );
      })}
    </ol>
  );
}

function outcome(isError: boolean, isMarked: boolean): string {
  if (isError) return isMarked ? "Wrong, and you found it" : "Wrong, and you missed it";
  return isMarked ? "Right, but you marked it" : "Right";
}
