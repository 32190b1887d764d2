import { Check, X } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Table } from "../../../ui/Table.tsx";
import { defineLab, type ToyProps } from "../defineLab.tsx";
import { Guess, Part, Slider } from "../kit.tsx";
import {
  begin,
  type DrawTheLineState,
  GUESSES,
  gaps,
  HIGHEST,
  LOWEST,
  MIDDLE,
  outcomeOf,
  stateSchema,
  survey,
  withOwn,
} from "./cutOffs.ts";
import { type DrawTheLineData, dataSchema } from "./data.ts";
import { Groups } from "./Groups.tsx";

const GOAL_NAMES = ["Equal approvals", "Equal chances for people in need", "Equal shares of wrong decisions"];
const GUESS_NAMES = {
  many: "Yes, in several ways",
  few: "Yes, but only with one or two settings",
  none: "No, with no setting at all",
};

type Props = Omit<ToyProps<DrawTheLineData, DrawTheLineState>, "answerTo">;

/** One cut-off for everybody, a prediction, one for each group, and then every pair. */
function DrawTheLine(props: Props) {
  const { data, state, onChange } = props;
  const { shared, guess, reached, isSurveyed } = state;
  return (
    <>
      <Shared {...props} />
      {shared !== null && guess === null && (
        <Prediction
          onGuess={(next) => onChange(withOwn(data, { ...state, guess: next }, [shared, shared]))}
        />
      )}
      {guess !== null && <Own {...props} />}
      {guess !== null && (reached.every(Boolean) || isSurveyed) && <EveryPair {...props} />}
    </>
  );
}

function Shared({ data, state, onChange }: Props) {
  const [tried, setTried] = useState(state.shared ?? MIDDLE);
  const missed = data.groups.map((group) => `${outcomeOf(group, tried).missed} in ${group.name}`);
  return (
    <Part
      title="1. One cut-off for everybody"
      lead="Set the score from which a household gets help with heating."
      say={`In need, but refused: ${missed.join(", ")}.`}
      result={<Groups data={data} cutOffs={[tried, tried]} />}
      how="A fund helps households that cannot pay for heating. More people apply than anyone can visit, so a system gives each application a score from 1 to 10. Everyone at or above the cut-off gets help without a visit, and everyone below it is refused. You can see what the fund cannot: who is really in need."
    >
      <CutOff label="Cut-off for both groups" value={tried} onChange={setTried} />
      {state.guess === null && (
        <Button className="self-start" onClick={() => onChange({ ...state, shared: tried })}>
          Keep this cut-off
        </Button>
      )}
    </Part>
  );
}

type CutOffProps = { label: string; value: number; onChange: (value: number) => void };

function CutOff(props: CutOffProps) {
  const { value } = props;
  const words =
    value === LOWEST
      ? "everybody is approved"
      : value === HIGHEST
        ? "nobody is approved"
        : `score ${value} and above`;
  return <Slider {...props} words={words} min={LOWEST} max={HIGHEST} />;
}

function Prediction({ onGuess }: { onGuess: (guess: (typeof GUESSES)[number]) => void }) {
  return (
    <Part
      title="2. What would be fair?"
      lead="Now you may set a cut-off for each group. “Fair” has at least three meanings here."
      how={
        <ul>
          <li>{GOAL_NAMES[0]}: the same share of each group is approved.</li>
          <li>{GOAL_NAMES[1]}: of the people in need, the same share is refused in each group.</li>
          <li>{GOAL_NAMES[2]}: the same share of each group gets a wrong decision.</li>
          <li>Up to 5 percentage points apart counts as the same.</li>
        </ul>
      }
    >
      <Guess
        question="Can two cut-offs meet all three goals at the same time?"
        options={GUESSES.map((guess) => GUESS_NAMES[guess])}
        onGuess={(place) => onGuess(GUESSES[place] ?? "none")}
      />
    </Part>
  );
}

function Own({ data, state, onChange }: Props) {
  const { own, reached, isSurveyed } = state;
  const differences = gaps(data, own[0], own[1]);
  const met = GOAL_NAMES.filter((_, goal) => (differences[goal] ?? 0) <= data.tolerance);
  const [one, two] = data.groups;
  return (
    <Part
      title="3. A cut-off for each group"
      lead="Reach each of the three goals once. Look at what happens to the other two."
      say={`Goals met now: ${met.length > 0 ? met.join(", ") : "none"}. Met so far: ${reached.filter(Boolean).length} of 3.`}
      result={
        <>
          <ul className="flex list-none flex-col gap-1 pl-0">
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
                    {reached[goal] && !isMet && " (you have met it before)"}
                  </span>
                </li>
              );
            })}
          </ul>
          <Groups data={data} cutOffs={own} />
        </>
      }
    >
      <CutOff
        label={`Cut-off for ${one.name}`}
        value={own[0]}
        onChange={(value) => onChange(withOwn(data, state, [value, own[1]]))}
      />
      <CutOff
        label={`Cut-off for ${two.name}`}
        value={own[1]}
        onChange={(value) => onChange(withOwn(data, state, [own[0], value]))}
      />
      {!isSurveyed && !reached.every(Boolean) && (
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
  if (!isSurveyed)
    return (
      <Part title="4. Every pair of cut-offs" lead="Is there a pair that meets all three?">
        <Button className="self-start" onClick={() => onChange({ ...state, isSurveyed: true })}>
          Try every pair
        </Button>
      </Part>
    );
  const found = survey(data);
  return (
    <Part
      title="4. Every pair of cut-offs"
      say={
        guess &&
        `Of ${found.pairs} pairs, ${found.three === 0 ? "none meets" : `${found.three} meet`} all three goals. You said: ${GUESS_NAMES[guess].toLowerCase()}.`
      }
      result={
        <Table
          caption="Pairs of cut-offs, approving everybody and nobody included"
          columns={[{ header: "That meet" }, { header: "Pairs", numeric: true }]}
          rows={[
            ...GOAL_NAMES.map((name, goal) => [name, found.each[goal]]),
            ["Exactly two of the three", found.two],
            ["All three", found.three],
          ]}
        />
      }
    />
  );
}

export default defineLab({
  data: dataSchema,
  state: stateSchema,
  begin,
  steps: ({ shared, guess, reached, isSurveyed }) => [
    shared !== null,
    guess !== null,
    isSurveyed || reached.every(Boolean),
    isSurveyed,
  ],
  found: ({ reached, own }, data) => (
    <p>
      You met {reached.filter(Boolean).length} of the three goals, and no pair meets all three. With your last
      cut-offs,{" "}
      {data.groups
        .map((group, index) => `${outcomeOf(group, own[index] ?? HIGHEST).missed} in ${group.name}`)
        .join(" and ")}{" "}
      are in need and refused.
    </p>
  ),
  Toy: DrawTheLine,
});
