import { Button } from "../../../ui/Button.tsx";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { defineLab, type ToyProps } from "../defineLab.tsx";
import { Guess, numbersTo, Part } from "../kit.tsx";
import { Comparison, compareSentence, Movement } from "./Comparison.tsx";
import {
  begin,
  compare,
  isComplete,
  OWN,
  oursOf,
  type ReviewState,
  stateSchema,
  withMark,
} from "./calibration.ts";
import { dataSchema, MOST, type ReviewData, type Sample } from "./data.ts";
import { Own } from "./Own.tsx";
import { ReviewText, Scoring } from "./Scoring.tsx";
import { movementWords } from "./words.ts";

type Props = ToyProps<ReviewData, ReviewState>;

/** Two sample reviews, each predicted, scored and compared, then the learner's own. */
function ReviewAReview({ data, state, onChange, answerTo }: Props) {
  const onMark = (row: number, score: number) => onChange(withMark(state, row, score));
  const sample = data.samples[state.at];
  if (!sample) return <Own data={data} state={state} answerTo={answerTo} onMark={onMark} />;
  return (
    <SamplePart
      key={state.at}
      data={data}
      sample={sample}
      state={state}
      onMark={onMark}
      onChange={onChange}
    />
  );
}

type SampleProps = Omit<Props, "answerTo"> & {
  sample: Sample;
  onMark: (row: number, score: number) => void;
};

/** A sample, as far as the learner has come with it: read, scored or compared. */
function SamplePart({ data, sample, state, onMark, onChange }: SampleProps) {
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
  const folded = <Disclosure summary={`Read “${sample.title}” as a whole again`}>{whole}</Disclosure>;
  if (guess === null)
    return (
      <Part
        key="read"
        title={`${name}: read it once`}
        lead="Read it at your normal speed. Then say what it is worth."
        result={whole}
        how="The review, its author and its organisation are made up. Do not look at the rubric yet."
      >
        <Guess
          question={`At first sight, how many of ${data.criteria.length * MOST} points is it worth?`}
          options={numbersTo(data.criteria.length * MOST)}
          onGuess={(total) =>
            onChange({ ...state, guesses: at === 0 ? [total, guesses[1]] : [guesses[0], total] })
          }
        />
      </Part>
    );
  if (compared <= at)
    return (
      <Part
        key="score"
        title={`${name}: score it`}
        lead={`You said ${guess} at first sight. Now take one criterion at a time.`}
        say={`${marks.filter((mark) => mark !== null).length} of ${marks.length} criteria have a score.`}
      >
        {folded}
        <Scoring data={data} sections={sections} marks={marks} onMark={onMark} />
        <Button
          className="self-start"
          disabled={!isComplete(marks)}
          onClick={() => onChange({ ...state, compared: at + 1 })}
        >
          Compare with our scores
        </Button>
      </Part>
    );
  return (
    <Part
      key="compare"
      title={`${name}: your scores and ours`}
      say={compareSentence(data, sample, marks, guess)}
      result={
        <>
          <Comparison data={data} sample={sample} marks={marks} />
          {compared === OWN && <Movement data={data} marks={state.marks} />}
          {folded}
          <Button className="self-start" onClick={() => onChange({ ...state, at: at + 1 })}>
            {at + 1 < data.samples.length ? "Go to the second review" : "Score your own review"}
          </Button>
        </>
      }
    />
  );
}

export default defineLab({
  data: dataSchema,
  state: stateSchema,
  begin,
  steps: ({ guesses, compared }) => [
    guesses[0] !== null,
    compared > 0,
    guesses[1] !== null,
    compared === OWN,
  ],
  found: ({ marks }, { samples }) => {
    const [first, second] = samples.map((sample, place) => compare(marks[place] ?? [], oursOf(sample)).apart);
    return <p>{movementWords(first ?? 0, second ?? 0)}</p>;
  },
  Toy: ReviewAReview,
});
