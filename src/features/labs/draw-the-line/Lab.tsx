import { Check, X } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { RadioGroup } from "../../../ui/form/RadioGroup.tsx";
import { Table } from "../../../ui/Table.tsx";
import { defineLab } from "../defineLab.tsx";
import { Part } from "../Part.tsx";
import { StartAgain } from "../StartAgain.tsx";
import {
  begin,
  type DrawTheLineState,
  GUESSES,
  gaps,
  HIGHEST,
  LOWEST,
  outcomeOf,
  stateSchema,
  survey,
  withOwn,
} from "./cutOffs.ts";
import { type DrawTheLineData, dataSchema, type Group } from "./data.ts";

const GOAL_NAMES = ["Equal approvals", "Equal chances for people in need", "Equal shares of wrong decisions"];
const GUESS_NAMES = {
  many: "Yes, in several ways",
  few: "Yes, but only with one or two settings",
  none: "No, with no setting at all",
};
const MIDDLE = 6;
const percent = (rate: number) => `${Math.round(rate)}%`;

type Props = { data: DrawTheLineData; state: DrawTheLineState; onChange: (state: DrawTheLineState) => void };

/** One cut-off for everybody, a prediction, one for each group, and then every pair. */
function DrawTheLine({ data, state, onChange }: Props) {
  const { shared, guess, reached } = state;
  const reachedCount = reached.filter(Boolean).length;
  return (
    <div className="flex flex-col gap-8">
      <p>
        A fund helps households that cannot pay for heating. More people apply than anyone can visit, so a
        system gives each application a score from 1 to 10. Everyone at or above a cut-off gets help without a
        visit, and everyone below it is refused. You can see what the fund cannot: who is really in need.
      </p>
      <Shared data={data} state={state} onChange={onChange} />
      {shared !== null && guess === null && (
        <Prediction
          onGuess={(next) => onChange(withOwn(data, { ...state, guess: next }, [shared, shared]))}
        />
      )}
      {guess !== null && <Own data={data} state={state} onChange={onChange} />}
      {guess !== null && (reachedCount === reached.length || state.isSurveyed) && (
        <EveryPair data={data} state={state} onChange={onChange} />
      )}
      {shared !== null && <StartAgain onPress={() => onChange(begin())} />}
    </div>
  );
}

function Shared({ data, state, onChange }: Props) {
  const [tried, setTried] = useState(state.shared ?? MIDDLE);
  const tallest = Math.max(
    ...data.groups.flatMap(({ need, other }) => need.map((count, index) => count + (other[index] ?? 0))),
  );
  return (
    <Part title="1. One cut-off for everybody">
      <p>Set the cut-off where you think it belongs. Who is helped, and who is missed?</p>
      <CutOff label="Cut-off for both groups" value={tried} onChange={setTried} />
      {data.groups.map((group) => (
        <Histogram key={group.name} group={group} tallest={tallest} cutOff={tried} />
      ))}
      <Outcomes data={data} cutOffs={[tried, tried]} />
      {state.guess === null && (
        <Button className="self-start" onClick={() => onChange({ ...state, shared: tried })}>
          Keep this cut-off
        </Button>
      )}
    </Part>
  );
}

type CutOffProps = { label: string; value: number; onChange: (value: number) => void };

function CutOff({ label, value, onChange }: CutOffProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}: {cutOffWords(value)}
      </label>
      <input
        id={id}
        type="range"
        min={LOWEST}
        max={HIGHEST}
        value={value}
        aria-valuetext={cutOffWords(value)}
        onChange={(event) => onChange(Number(event.target.value))}
        className="h-11 w-full max-w-md"
      />
    </div>
  );
}

function cutOffWords(value: number): string {
  if (value === LOWEST) return "everybody is approved";
  return value === HIGHEST ? "nobody is approved" : `score ${value} and above`;
}

const WIDTH = 300;
const HEIGHT = 90;

type HistogramProps = {
  group: Group;
  /** The most people with one score, in any group. */
  tallest: number;
  cutOff: number;
};

/** Decorative: the table below has the numbers. */
function Histogram({ group: { name, need, other }, tallest, cutOff }: HistogramProps) {
  const step = WIDTH / need.length;
  const scale = HEIGHT / tallest;
  return (
    <figure className="m-0 max-w-md">
      <figcaption className="text-base text-muted">
        {name}: 100 applicants by score. The lower part of each bar shows people in need, the upper part
        people who are not. Right of the line: approved.
      </figcaption>
      <svg aria-hidden="true" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="mt-2 w-full">
        {need.map((count, index) => {
          const others = other[index] ?? 0;
          const x = index * step + 3;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the scores are fixed
            <g key={index}>
              <rect
                x={x}
                y={HEIGHT - count * scale}
                width={step - 6}
                height={count * scale}
                className="fill-indigo"
              />
              <rect
                x={x}
                y={HEIGHT - (count + others) * scale}
                width={step - 6}
                height={others * scale}
                className="fill-line stroke-muted"
              />
            </g>
          );
        })}
        <line
          x1={(cutOff - 1) * step}
          x2={(cutOff - 1) * step}
          y1="0"
          y2={HEIGHT}
          strokeWidth="3"
          className="stroke-clay"
        />
      </svg>
    </figure>
  );
}

function Outcomes({
  data: { groups },
  cutOffs,
}: {
  data: DrawTheLineData;
  cutOffs: readonly [number, number];
}) {
  const found = groups.map((group, index) => outcomeOf(group, cutOffs[index] ?? HIGHEST));
  const inNeed = groups.map(({ need }) => need.reduce((sum, count) => sum + count, 0));
  return (
    <Table
      caption="What the cut-off does"
      columns={[{ header: "Of 100 people" }, ...groups.map(({ name }) => ({ header: name, numeric: true }))]}
      rows={[
        ["Approved", ...found.map(({ approved }) => approved)],
        [
          "In need, but refused",
          ...found.map(
            ({ missed, missRate }, index) => `${missed} of ${inNeed[index]} (${percent(missRate)})`,
          ),
        ],
        ["Approved, but not in need", ...found.map(({ wrong }) => wrong)],
        ["Wrong decisions", ...found.map(({ errorRate }) => percent(errorRate))],
      ]}
    />
  );
}

function Prediction({ onGuess }: { onGuess: (guess: (typeof GUESSES)[number]) => void }) {
  const [chosen, setChosen] = useState<(typeof GUESSES)[number] | null>(null);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (chosen) onGuess(chosen);
  }

  return (
    <Part title="2. What would be fair?">
      <p>
        Now you may set a cut-off for each group. People mean at least three different things by “fair” here:
      </p>
      <ul>
        <li>
          <strong>{GOAL_NAMES[0]}:</strong> the same share of each group is approved.
        </li>
        <li>
          <strong>{GOAL_NAMES[1]}:</strong> of the people in need, the same share is refused in each group.
        </li>
        <li>
          <strong>{GOAL_NAMES[2]}:</strong> the same share of each group gets a wrong decision.
        </li>
      </ul>
      <form onSubmit={submit} className="flex flex-col items-start gap-4">
        <RadioGroup
          legend="Can two cut-offs meet all three goals at the same time? Up to 5 percentage points apart counts as the same."
          options={GUESSES.map((guess) => ({ value: guess, label: GUESS_NAMES[guess] }))}
          value={chosen}
          onChange={setChosen}
        />
        <Button type="submit" disabled={chosen === null}>
          Let me try
        </Button>
      </form>
    </Part>
  );
}

function Own({ data, state, onChange }: Props) {
  const [first, second] = state.own;
  const differences = gaps(data, first, second);
  const [one, two] = data.groups;
  return (
    <Part title="3. A cut-off for each group">
      <p>Reach each of the three goals once. Look at what happens to the other two.</p>
      <CutOff
        label={`Cut-off for ${one.name}`}
        value={first}
        onChange={(value) => onChange(withOwn(data, state, [value, second]))}
      />
      <CutOff
        label={`Cut-off for ${two.name}`}
        value={second}
        onChange={(value) => onChange(withOwn(data, state, [first, value]))}
      />
      <div role="status">
        <ul className="flex list-none flex-col gap-2 pl-0">
          {GOAL_NAMES.map((name, goal) => {
            const gap = differences[goal] ?? 0;
            const isMet = gap <= data.tolerance;
            const Icon = isMet ? Check : X;
            return (
              <li key={name} className="flex gap-2">
                <Icon
                  aria-hidden="true"
                  className={isMet ? "mt-1 size-5 shrink-0 text-done" : "mt-1 size-5 shrink-0 text-danger"}
                />
                <span>
                  {name}: {isMet ? "met" : "not met"}, {Math.round(gap)} points apart
                  {state.reached[goal] && !isMet && " (you have met it before)"}
                </span>
              </li>
            );
          })}
        </ul>
      </div>
      <Outcomes data={data} cutOffs={state.own} />
      {!state.isSurveyed && !state.reached.every(Boolean) && (
        <Button
          variant="quiet"
          className="self-start"
          onClick={() => onChange({ ...state, isSurveyed: true })}
        >
          Go on without reaching all three
        </Button>
      )}
    </Part>
  );
}

/** Every pair of cut-offs, computed when the learner asks for it. */
function EveryPair({ data, state, onChange }: Props) {
  const { isSurveyed, guess } = state;
  const found = survey(data);
  return (
    <Part title="4. Every pair of cut-offs">
      {!isSurveyed && (
        <>
          <p>You have met each goal once. Is there a pair that meets all three?</p>
          <Button className="self-start" onClick={() => onChange({ ...state, isSurveyed: true })}>
            Try every pair
          </Button>
        </>
      )}
      <div role="status">
        {isSurveyed && guess && (
          <p className="text-lg font-semibold">
            Of {found.pairs} pairs, {found.three === 0 ? "none meets" : `${found.three} meet`} all three
            goals. You said: {GUESS_NAMES[guess].toLowerCase()}.
          </p>
        )}
      </div>
      {isSurveyed && (
        <Table
          caption="Pairs of cut-offs, approving everybody and nobody included"
          columns={[{ header: "That meet" }, { header: "Pairs", numeric: true }]}
          rows={[
            ...GOAL_NAMES.map((name, goal) => [name, found.each[goal]]),
            ["Exactly two of the three", found.two],
            ["All three", found.three],
          ]}
        />
      )}
    </Part>
  );
}

export default defineLab({
  data: dataSchema,
  state: stateSchema,
  begin,
  isDone: ({ isSurveyed }) => isSurveyed,
  Content: DrawTheLine,
});
