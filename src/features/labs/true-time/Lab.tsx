import { useMemo } from "react";
import { once } from "../../../domain/once.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/form/Field.tsx";
import { TextInput } from "../../../ui/form/TextInput.tsx";
import { Table } from "../../../ui/Table.tsx";
import { ChoiceForm, numbersTo } from "../ChoiceForm.tsx";
import { defineLab } from "../defineLab.tsx";
import { Part } from "../Part.tsx";
import { RangeFields } from "../RangeFields.tsx";
import { StartAgain } from "../StartAgain.tsx";
import { dataSchema, type TrueTimeData } from "./data.ts";
import {
  begin,
  breakEvenCheck,
  extremes,
  MAX_MINUTES,
  quantile,
  type Ranges,
  rangesOf,
  sensitivity,
  simulate,
  stateSchema,
  type TrueTimeState,
} from "./saving.ts";

const MAX_NAME = 80;
const NUMBER = once(() => new Intl.NumberFormat("en-GB"));
/** "12 minutes saved" or "5 minutes lost". */
const savedWords = (minutes: number) => {
  const whole = Math.round(minutes);
  return `${NUMBER().format(Math.abs(whole))} ${Math.abs(whole) === 1 ? "minute" : "minutes"} ${whole < 0 ? "lost" : "saved"}`;
};

type Props = { data: TrueTimeData; state: TrueTimeState; onChange: (state: TrueTimeState) => void };

/** The learner's ranges, a prediction, a simulation, and what would change the answer. */
function TrueTime({ data, state, onChange }: Props) {
  const ranges = useMemo(() => rangesOf(state), [state]);
  return (
    <div className="flex flex-col gap-8">
      <Quantities data={data} state={state} onChange={onChange} />
      {ranges && state.guess === null && <Prediction onGuess={(guess) => onChange({ ...state, guess })} />}
      {ranges && state.guess !== null && <Result data={data} ranges={ranges} guess={state.guess} />}
      {!ranges && <p className="text-muted">The calculation appears when every range has two numbers.</p>}
      {state.guess !== null && <StartAgain onPress={() => onChange(begin())} />}
    </div>
  );
}

function Quantities({ data, state, onChange }: Props) {
  return (
    <Part title="1. Your task, in ranges">
      <p>
        Choose one task that you could do with AI. Nobody knows these numbers exactly, so write the least and
        the most that you think possible.
      </p>
      <Button
        variant="secondary"
        className="self-start"
        onClick={() =>
          onChange({
            ...state,
            task: data.example,
            values: data.quantities.map(({ example: [low, high] }) => [low, high]),
          })
        }
      >
        Fill in a made-up example
      </Button>
      <Field label="The task" optional>
        {(control) => (
          <TextInput
            {...control}
            maxLength={MAX_NAME}
            value={state.task}
            onChange={(event) => onChange({ ...state, task: event.target.value })}
          />
        )}
      </Field>
      {data.quantities.map(({ id, label, unit }, index) => (
        <RangeFields
          key={id}
          label={label}
          unit={unit}
          range={state.values[index] ?? [null, null]}
          most={MAX_MINUTES}
          onChange={([low, high]) => onChange({ ...state, values: state.values.with(index, [low, high]) })}
        />
      ))}
    </Part>
  );
}

function Prediction({ onGuess }: { onGuess: (guess: number) => void }) {
  return (
    <Part title="2. Before you calculate">
      <ChoiceForm
        label={"In how many of ten such tasks will AI save you time?"}
        options={numbersTo(10)}
        action="Calculate"
        onChoose={onGuess}
      />
    </Part>
  );
}

function Result({ data, ranges, guess }: { data: TrueTimeData; ranges: Ranges; guess: number }) {
  const { savings, saved } = useMemo(() => simulate(ranges), [ranges]);
  const { best, worst } = extremes(ranges);
  const ends = [0.1, 0.5, 0.9].map((share) => quantile(savings, share));
  const ranked = sensitivity(ranges);
  const breakEven = breakEvenCheck(ranges);
  const labelOf = (key: keyof Ranges) => data.quantities.find(({ id }) => id === key)?.label ?? key;
  return (
    <>
      <Part title="3. A thousand tasks">
        <p>
          Your device has drawn {NUMBER().format(savings.length)} tasks from your ranges. In some of them a
          mistake gets through.
        </p>
        <p role="status" className="text-lg font-semibold">
          AI saved time in {NUMBER().format(saved)} of {NUMBER().format(savings.length)}. You said {guess} of
          10.
        </p>
        <Histogram savings={savings} />
        <Table
          caption="Time saved in one task"
          columns={[{ header: "Of the thousand tasks" }, { header: "Time", numeric: true }]}
          rows={[
            ["One in ten does worse than", savedWords(ends[0] ?? 0)],
            ["In the middle", savedWords(ends[1] ?? 0)],
            ["One in ten does better than", savedWords(ends[2] ?? 0)],
          ]}
        />
        <Table
          caption="On average over many tasks"
          columns={[{ header: "If" }, { header: "Time", numeric: true }]}
          rows={[
            ["everything is at its better end", savedWords(best)],
            ["everything is at its worse end", savedWords(worst)],
          ]}
        />
      </Part>
      <Part title="4. What would change the answer">
        <p>
          The table shows how much the average changes with each range while the others stay in the middle.
          Measure the number in the first row before you argue about the last.
        </p>
        <Table
          caption="How much each range matters"
          columns={[{ header: "Range" }, { header: "Minutes", numeric: true }]}
          rows={ranked.map(({ key, minutes }) => [labelOf(key), NUMBER().format(Math.round(minutes))])}
        />
        <p>
          {breakEven > 0
            ? `With everything else in the middle, AI stops saving time when checking takes ${NUMBER().format(Math.round(breakEven))} minutes.`
            : "With everything else in the middle, AI does not save time even if you never check."}
        </p>
      </Part>
    </>
  );
}

const BINS = 12;
const WIDTH = 300;
const HEIGHT = 80;

/** Decorative: the tables have the numbers. Bars left of the line are tasks that lost time. */
function Histogram({ savings }: { savings: readonly number[] }) {
  const [least, most] = [savings[0] ?? 0, savings.at(-1) ?? 0];
  const span = Math.max(most - least, 1);
  const counts = Array.from({ length: BINS }, () => 0);
  for (const minutes of savings) {
    const bin = Math.min(BINS - 1, Math.floor(((minutes - least) / span) * BINS));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const tallest = Math.max(...counts);
  const step = WIDTH / BINS;
  const zero = ((0 - least) / span) * WIDTH;
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="w-full max-w-md">
      {counts.map((count, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: the bins are fixed
          key={index}
          x={index * step + 1}
          y={HEIGHT - (count / tallest) * HEIGHT}
          width={step - 2}
          height={(count / tallest) * HEIGHT}
          className="fill-indigo"
        />
      ))}
      {zero > 0 && zero < WIDTH && (
        <line x1={zero} x2={zero} y1="0" y2={HEIGHT} strokeWidth="3" className="stroke-clay" />
      )}
    </svg>
  );
}

export default defineLab({
  data: dataSchema,
  state: stateSchema,
  begin,
  isDone: ({ guess }) => guess !== null,
  Content: TrueTime,
});
