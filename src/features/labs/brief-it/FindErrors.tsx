import { useEffect, useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/form/Checkbox.tsx";
import { Guess, numbersTo, Part } from "../kit.tsx";
import { type BriefItState, scoreOf, toggled } from "./brief.ts";
import type { BriefItData } from "./data.ts";

type Props = {
  data: BriefItData;
  state: BriefItState;
  onChange: (state: BriefItState) => void;
};

/** A recorded answer beside its notes: predict, mark what is wrong, then read about every sentence. */
export function FindErrors({ data, state, onChange }: Props) {
  const errors = data.sentences.filter(({ error }) => error).length;
  const title = "4. Find the errors";
  if (state.expected === null)
    return (
      <Part
        title={title}
        lead={`In this longer answer, ${errors} of ${data.sentences.length} sentences contradict the notes.`}
        how="A good brief does not replace the check. The answer was recorded for a brief with all five parts, and we put the errors in on purpose. A clock shows how long you take."
      >
        <Guess
          question={`How many of the ${errors} will you find?`}
          options={numbersTo(errors)}
          onGuess={(expected) => onChange({ ...state, expected })}
        />
      </Part>
    );
  return (
    <Part
      title={title}
      say={state.isChecked && <Score data={data} state={state} />}
      result={
        <>
          <div>
            <p className="font-semibold">The notes, which are right</p>
            <ul>
              {data.notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </div>
          {state.isChecked && <Explanations data={data} state={state} />}
        </>
      }
    >
      {!state.isChecked && <Marking data={data} state={state} onChange={onChange} />}
    </Part>
  );
}

/** After a reload the clock continues from the last mark. Nothing depends on it (WCAG 2.2.1). */
function Marking({ data, state, onChange }: Props) {
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
    <>
      <p>
        You found {hits} of {errors} errors. You said {state.expected}.
      </p>
      <p>
        Missed: {misses}. Right sentences that you marked: {falseAlarms}.
        {perFind !== null && ` Time per error found: ${perFind} ${perFind === 1 ? "second" : "seconds"}.`}
      </p>
    </>
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
