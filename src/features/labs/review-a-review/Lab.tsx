import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { ChoiceForm, numbersTo } from "../ChoiceForm.tsx";
import { defineLab } from "../defineLab.tsx";
import { Part } from "../Part.tsx";
import { StartAgain } from "../StartAgain.tsx";
import { Comparison, Movement } from "./Comparison.tsx";
import { begin, isComplete, OWN, type ReviewState, stateSchema, withMark } from "./calibration.ts";
import { dataSchema, MOST, type ReviewData, type Sample } from "./data.ts";
import { Own } from "./Own.tsx";
import { ReviewText, Scoring } from "./Scoring.tsx";

type Props = {
  data: ReviewData;
  state: ReviewState;
  onChange: (state: ReviewState) => void;
  answerTo: (fieldId: string) => string;
};

/** Two sample reviews, each predicted, scored and compared, then the learner's own. */
function ReviewAReview({ data, state, onChange, answerTo }: Props) {
  // False until the learner moves from one part to another: a page that has just loaded does not take the focus.
  const [hasActed, setHasActed] = useState(false);
  const move = (next: ReviewState) => {
    setHasActed(true);
    onChange(next);
  };
  const onMark = (row: number, score: number) => onChange(withMark(state, row, score));
  const sample = data.samples[state.at];
  return (
    <div className="flex flex-col gap-8">
      {sample ? (
        <SampleParts
          key={state.at}
          data={data}
          sample={sample}
          state={state}
          takesFocus={hasActed}
          onMark={onMark}
          onMove={move}
        />
      ) : (
        <Part title="Your own review" takesFocus={hasActed}>
          <Own data={data} state={state} answerTo={answerTo} onMark={onMark} />
        </Part>
      )}
      {state.guesses[0] !== null && <StartAgain onPress={() => move(begin(data))} />}
    </div>
  );
}

type SampleProps = {
  data: ReviewData;
  sample: Sample;
  state: ReviewState;
  takesFocus: boolean;
  onMark: (row: number, score: number) => void;
  onMove: (state: ReviewState) => void;
};

/** A sample, as far as the learner has come with it: read, scored or compared. */
function SampleParts({ data, sample, state, takesFocus, onMark, onMove }: SampleProps) {
  const { at, compared, guesses } = state;
  const guess = guesses[at] ?? null;
  const marks = state.marks[at] ?? [];
  const name = `Review ${at + 1} of ${data.samples.length}`;
  const sections = sample.sections.map((text) => (
    <p key={text} className="m-0!">
      {text}
    </p>
  ));
  const whole = <ReviewText data={data} title={sample.title} sections={sections} />;
  if (guess === null)
    return (
      <Part title={`${name}: read it once`} takesFocus={takesFocus}>
        <p>
          The review, its author and its organisation are made up. Read it at your normal speed, and say what
          it is worth before you look at the rubric.
        </p>
        {whole}
        <ChoiceForm
          label={`At first sight, how many of ${data.criteria.length * MOST} points is it worth?`}
          options={numbersTo(data.criteria.length * MOST)}
          action="Score it"
          onChoose={(total) =>
            onMove({ ...state, guesses: at === 0 ? [total, guesses[1]] : [guesses[0], total] })
          }
        />
      </Part>
    );
  if (compared <= at)
    return (
      <Part key="score" title={`${name}: score it`} takesFocus={takesFocus}>
        <p>
          You said {guess} at first sight. Now take one criterion at a time. Beside each you find the sections
          that say most about it.
        </p>
        <Disclosure summary={`Read “${sample.title}” as a whole again`}>{whole}</Disclosure>
        <Scoring data={data} sections={sections} marks={marks} onMark={onMark} />
        {!isComplete(marks) && (
          <p className="text-muted">Every criterion needs a score before you compare.</p>
        )}
        <Button
          className="self-start"
          disabled={!isComplete(marks)}
          onClick={() => onMove({ ...state, compared: at + 1 })}
        >
          Compare with our scores
        </Button>
      </Part>
    );
  return (
    <Part key="compare" title={`${name}: your scores and ours`} takesFocus={takesFocus}>
      <Comparison data={data} sample={sample} marks={marks} guess={guess} />
      {compared === OWN && <Movement data={data} marks={state.marks} />}
      <Disclosure summary={`Read “${sample.title}” as a whole again`}>{whole}</Disclosure>
      <Button className="self-start" onClick={() => onMove({ ...state, at: at + 1 })}>
        {at + 1 < data.samples.length ? "Go to the second review" : "Score your own review"}
      </Button>
    </Part>
  );
}

export default defineLab({
  data: dataSchema,
  state: stateSchema,
  begin,
  isDone: ({ compared }) => compared === OWN,
  Content: ReviewAReview,
});
