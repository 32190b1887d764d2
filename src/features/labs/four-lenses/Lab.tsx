import { ArrowDown, ArrowUp } from "lucide-react";
import { type FormEvent, useState } from "react";
import { flushSync } from "react-dom";
import { once } from "../../../domain/once.ts";
import { Button } from "../../../ui/Button.tsx";
import { RadioGroup } from "../../../ui/form/RadioGroup.tsx";
import { Table } from "../../../ui/Table.tsx";
import { defineLab } from "../defineLab.tsx";
import { StartAgain } from "../StartAgain.tsx";
import { dataSchema, type FourLensesData } from "./data.ts";
import {
  begin,
  type Comparison,
  compare,
  type FourLensesState,
  movedUp,
  placeOf,
  type Ranking,
  startOrder,
  stateSchema,
} from "./ranking.ts";

type Props = { data: FourLensesData; state: FourLensesState; onChange: (state: FourLensesState) => void };

/** One ranking without a lens, one through each lens, a prediction, and the comparison. */
function FourLenses({ data, state, onChange }: Props) {
  const { first, byLens, guess } = state;
  const next = byLens.indexOf(null);
  const lens = data.lenses[next];
  const comparison = compare(data, state);
  return (
    <div className="flex flex-col gap-8">
      <p>
        {data.case} The council has to weigh these {data.points.length} points.
      </p>
      {first === null ? (
        <Rank
          title="1. Your first order"
          question="Put the points in order: at the top, the one that should weigh most when the council decides whether to carry on. Do not think of a lens yet."
          data={data}
          start={startOrder(data)}
          onConfirm={(ranking) => onChange({ ...state, first: ranking })}
        />
      ) : lens ? (
        <Rank
          key={lens.name}
          title={`2. Lens ${next + 1} of ${byLens.length}: ${lens.name}`}
          question={`${lens.question} Order the points as someone who asks only this question would, even if you disagree.`}
          data={data}
          start={first}
          onConfirm={(ranking) =>
            onChange({ ...state, byLens: byLens.map((each, index) => (index === next ? ranking : each)) })
          }
        />
      ) : guess === null ? (
        <Prediction data={data} onGuess={(index) => onChange({ ...state, guess: index })} />
      ) : null}
      <div role="status">
        {comparison && guess !== null && <Verdict data={data} comparison={comparison} guess={guess} />}
      </div>
      {comparison && guess !== null && <Compared data={data} state={state} comparison={comparison} />}
      {first !== null && <StartAgain onPress={() => onChange(begin(data))} />}
    </div>
  );
}

type RankProps = {
  title: string;
  question: string;
  data: FourLensesData;
  /** The order to begin with. */
  start: Ranking;
  onConfirm: (ranking: Ranking) => void;
};

/** A list that is put in order with buttons, so that it works by keyboard and with a screen reader. */
function Rank({ title, question, data, start, onConfirm }: RankProps) {
  const [ranking, setRanking] = useState(start);
  const [said, setSaid] = useState("");
  const move = (button: HTMLElement, place: number, by: 1 | -1) => {
    const next = movedUp(ranking, by < 0 ? place : place + 1);
    const point = Number(ranking[place]);
    flushSync(() => setRanking(next));
    // The browser takes the focus from an element that moves.
    button.focus();
    setSaid(`${data.points[point]} Now in place ${placeOf(next, point)}.`);
  };
  return (
    <section className="flex flex-col gap-4">
      <h3 tabIndex={-1} className="mt-0!">
        {title}
      </h3>
      <p>{question}</p>
      <ol className="flex list-none flex-col gap-2 pl-0">
        {[...ranking].map((digit, place) => {
          const point = data.points[Number(digit)] ?? "";
          return (
            <li key={digit} className="flex items-center gap-2 rounded-lg border border-line py-1 pr-1 pl-3">
              <span className="w-6 shrink-0 font-semibold tabular-nums">{place + 1}</span>
              <span className="min-w-0 flex-1">{point}</span>
              <Button
                variant="quiet"
                aria-label={`Up: ${point}`}
                aria-disabled={place === 0}
                onClick={({ currentTarget }) => move(currentTarget, place, -1)}
              >
                <ArrowUp aria-hidden="true" className="size-5" />
              </Button>
              <Button
                variant="quiet"
                aria-label={`Down: ${point}`}
                aria-disabled={place === ranking.length - 1}
                onClick={({ currentTarget }) => move(currentTarget, place, 1)}
              >
                <ArrowDown aria-hidden="true" className="size-5" />
              </Button>
            </li>
          );
        })}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
      <Button className="self-start" onClick={() => onConfirm(ranking)}>
        This is the order
      </Button>
    </section>
  );
}

function Prediction({ data, onGuess }: { data: FourLensesData; onGuess: (lens: number) => void }) {
  const [chosen, setChosen] = useState<string | null>(null);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (chosen !== null) onGuess(Number(chosen));
  }

  return (
    <section className="flex flex-col gap-4">
      <h3 className="mt-0!">3. Before you compare</h3>
      <form onSubmit={submit} className="flex flex-col items-start gap-4">
        <RadioGroup
          legend="Which lens changed your first order most?"
          options={data.lenses.map(({ name }, index) => ({ value: `${index}`, label: name }))}
          value={chosen}
          onChange={setChosen}
        />
        <Button type="submit" disabled={chosen === null}>
          Compare
        </Button>
      </form>
    </section>
  );
}

type ComparedProps = { data: FourLensesData; comparison: Comparison };

const LIST = once(() => new Intl.ListFormat("en-GB"));

function Verdict({ data: { lenses, points }, comparison, guess }: ComparedProps & { guess: number }) {
  const { flips, strongest, widest } = comparison;
  const pairs = (points.length * (points.length - 1)) / 2;
  const names = LIST().format(strongest.map((lens) => lenses[lens]?.name ?? ""));
  return (
    <div className="flex flex-col gap-3">
      <p className="text-lg font-semibold">
        {strongest.length === 0
          ? "No lens changed your order."
          : `What changed your order most: ${names}, with ${flips[strongest[0] ?? 0]} of ${pairs} pairs the other way round. You said ${lenses[guess]?.name}.`}
      </p>
      {strongest.length > 0 && (
        <p>
          The point that moved furthest, between place {widest.best} and place {widest.worst}:{" "}
          <em>{points[widest.point]}</em>
        </p>
      )}
    </div>
  );
}

function Compared({ data, state, comparison }: ComparedProps & { state: FourLensesState }) {
  const rankings = [state.first, ...state.byLens].filter((each) => each !== null);
  const names = ["First", ...data.lenses.map(({ name }) => name)];
  return (
    <section className="flex flex-col gap-6">
      <h3 className="mt-0!">4. Your orders side by side</h3>
      <Table
        caption="The place of each point, 1 for the one that weighs most"
        columns={[{ header: "Point" }, ...names.map((header) => ({ header, numeric: true }))]}
        rows={data.points.map((point, index) => [point, ...rankings.map((each) => placeOf(each, index))])}
      />
      <Table
        caption="Pairs that each lens turned round, compared with your first order"
        columns={[{ header: "Lens" }, { header: "Pairs", numeric: true }]}
        rows={data.lenses.map(({ name }, index) => [name, comparison.flips[index] ?? 0])}
      />
      <div className="flex flex-col gap-4">
        <h4 className="mt-0!">Our own reading of each lens</h4>
        {data.lenses.map(({ name, first, reason, source }, index) => {
          const own = state.byLens[index];
          return (
            <div key={name}>
              <p>
                <strong>{name}.</strong> First: <em>{data.points[first - 1]}</em> {reason}
                {own && ` You put it in place ${placeOf(own, first - 1)}.`}
              </p>
              {source && <p className="text-base text-muted">{source}</p>}
            </div>
          );
        })}
      </div>
    </section>
  );
}

export default defineLab({
  data: dataSchema,
  state: stateSchema,
  begin,
  isDone: ({ guess }) => guess !== null,
  Content: FourLenses,
});
