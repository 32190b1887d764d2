import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Table } from "../../../ui/Table.tsx";
import { defineLab, type ToyProps } from "../defineLab.tsx";
import { Guess, Part, Slider } from "../kit.tsx";
import { dataSchema, type TrueTimeData } from "./data.ts";
import {
  begin,
  bestCheck,
  CHECK,
  COST,
  DRAFT,
  limits,
  type Minutes,
  mistakes,
  OLD,
  saving,
  stateSchema,
  type TrueTimeState,
} from "./saving.ts";

type Props = Omit<ToyProps<TrueTimeData, TrueTimeState>, "answerTo">;

const minutesWords = (minutes: number) => `${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
/** "8 h 20 min saved" or "0 h 40 min lost". */
const savedWords = (minutes: number) =>
  `${Math.floor(Math.abs(minutes) / 60)} h ${Math.abs(minutes) % 60} min ${minutes < 0 ? "lost" : "saved"}`;

function sayWords(data: TrueTimeData, minutes: Minutes): string {
  const count = mistakes(data, minutes[CHECK] ?? 0);
  return `${data.tasks} tasks: ${count} ${count === 1 ? "mistake gets" : "mistakes get"} through, ${savedWords(saving(data, minutes))}.`;
}

/** A prediction, the checking time that saves most in the example, and a task of the learner's own. */
function TrueTime(props: Props) {
  const { data, state, onChange } = props;
  if (state.guess === null)
    return (
      <Part
        title="1. Before you try"
        lead={`AI drafts a task, you check it. The task: ${data.example.toLowerCase()}.`}
        how={HOW}
      >
        <Guess
          question={`How many minutes of checking save most time over ${data.tasks} tasks?`}
          options={data.guesses.map(String)}
          onGuess={(guess) => onChange({ ...state, guess })}
        />
      </Part>
    );
  return (
    <>
      <Checking {...props} guess={data.guesses[state.guess] ?? 0} />
      {state.kept !== null && <Own {...props} />}
    </>
  );
}

const HOW =
  "The sum of lesson 6: the old time, minus preparing, briefing, editing, checking, and fixing what gets through. We made one rule up: checking finds half of the mistakes, then half of the rest, and so on.";

function Checking({ data, state, onChange, guess }: Props & { guess: number }) {
  const example = data.minutes.map((each) => each.example);
  const [check, setCheck] = useState(state.kept ?? example[CHECK] ?? 0);
  const tried = example.with(CHECK, check);
  const best = bestCheck(data, example);
  return (
    <Part
      title="2. Find the best checking time"
      lead="Move the slider until most time is saved."
      say={
        state.kept === check
          ? `You kept ${minutesWords(check)}: ${savedWords(saving(data, tried))}. The best is ${best}: ${savedWords(saving(data, example.with(CHECK, best)))}. You expected ${guess}.`
          : sayWords(data, tried)
      }
      result={<Tasks data={data} minutes={tried} />}
      how={HOW}
    >
      <Slider
        label={data.minutes[CHECK]?.label ?? ""}
        words={minutesWords(check)}
        value={check}
        max={data.minutes[CHECK]?.most ?? 0}
        onChange={setCheck}
      />
      <Button
        className="self-start"
        aria-disabled={state.kept === check}
        onClick={() => onChange({ ...state, kept: check })}
      >
        Keep {minutesWords(check)}
      </Button>
    </Part>
  );
}

function Own({ data, state: { own, ...state }, onChange }: Props) {
  return (
    <Part
      title="3. A task of your own"
      lead="Think of a task that you could do with AI, and set its minutes."
      say={sayWords(data, own)}
      result={
        <>
          <Tasks data={data} minutes={own} />
          <Table
            caption="When nothing is saved any more, the nearest first"
            columns={[
              { header: "If this grows" },
              { header: "Now", numeric: true },
              { header: "Nothing saved from", numeric: true },
            ]}
            rows={limits(data, own).map(({ id, from }) => [
              data.minutes[id]?.label,
              minutesWords(own[id] ?? 0),
              minutesWords(from),
            ])}
          />
        </>
      }
      how="Measure the number in the first row before you argue about the last."
    >
      {data.minutes.map(({ id, label, most }, index) => (
        <Slider
          key={id}
          label={label}
          words={minutesWords(own[index] ?? 0)}
          value={own[index] ?? 0}
          max={most}
          onChange={(value) => onChange({ ...state, own: own.with(index, value) })}
        />
      ))}
    </Part>
  );
}

const WIDTH = 300;
const HEIGHT = 130;

/** One bar for each task. Those in which a mistake gets through are as tall as the time that it costs. */
function Tasks({ data, minutes }: { data: TrueTimeData; minutes: Minutes }) {
  const { tasks } = data;
  const at = (id: number) => minutes[id] ?? 0;
  const count = mistakes(data, at(CHECK));
  const scale = HEIGHT / Math.max(at(OLD), at(DRAFT) + at(CHECK) + at(COST), 1);
  const step = WIDTH / tasks;
  const parts = [
    { id: DRAFT, fill: "fill-indigo" },
    { id: CHECK, fill: "fill-ochre" },
    { id: COST, fill: "fill-clay" },
  ];
  return (
    <figure className="max-w-lg">
      <svg aria-hidden="true" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="w-full">
        {[...Array(tasks).keys()].map((task) => {
          const slips = Math.floor(((task + 1) * count) / tasks) > Math.floor((task * count) / tasks);
          let top = HEIGHT;
          return parts.map(({ id, fill }) => {
            const height = id === COST && !slips ? 0 : at(id) * scale;
            top -= height;
            return (
              <rect
                key={`${task}-${id}`}
                x={task * step + 1}
                y={top}
                width={step - 2}
                height={height}
                className={fill}
              />
            );
          });
        })}
        <path
          d={`M0 ${HEIGHT - at(OLD) * scale}H${WIDTH}`}
          strokeWidth="3"
          strokeDasharray="8 4"
          className="stroke-ink"
        />
      </svg>
      <figcaption className="text-base text-muted">
        {tasks} tasks with AI, from below: draft, check, and the cost of a mistake that gets through. The
        dashed line is the time without AI.
      </figcaption>
    </figure>
  );
}

export default defineLab({
  data: dataSchema,
  state: stateSchema,
  begin,
  steps: ({ guess, kept }) => [guess !== null, kept !== null],
  found: ({ kept, own }, data) => {
    const [nearest] = limits(data, own);
    return (
      <p>
        You kept {minutesWords(kept ?? 0)} of checking. For your own task: {sayWords(data, own)}{" "}
        {nearest &&
          `Measure this first: ${data.minutes[nearest.id]?.label.toLowerCase()}. Nothing is saved from ${minutesWords(nearest.from)}.`}
      </p>
    );
  },
  Toy: TrueTime,
});
