import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { RadioGroup } from "../../../ui/form/RadioGroup.tsx";
import { defineLab, type ToyProps } from "../defineLab.tsx";
import { Guess, numbersTo, Part } from "../kit.tsx";
import { dataSchema, type FourLensesData } from "./data.ts";
import { agreedCount, begin, changedCount, type FourLensesState, stateSchema } from "./state.ts";

type Props = Omit<ToyProps<FourLensesData, FourLensesState>, "answerTo">;

/** The point that weighs most without a lens, a prediction, and the point that weighs most through each lens. */
function FourLenses(props: Props) {
  const { data, state, onChange } = props;
  const { first, guess } = state;
  return (
    <>
      <Part
        title="1. Before any lens"
        lead={data.case}
        say={first !== null && `Without a lens, this weighs most: ${data.points[first]}`}
      >
        {first === null && (
          <Guess
            question="Which point should weigh most when the council decides whether to carry on?"
            options={data.points}
            onGuess={(point) => onChange({ ...state, first: point })}
          />
        )}
      </Part>
      {first !== null && guess === null && (
        <Part title="2. Your prediction">
          <Guess
            question={`Through how many of ${data.lenses.length} lenses will another point weigh most?`}
            options={numbersTo(data.lenses.length)}
            onGuess={(count) => onChange({ ...state, guess: count })}
          />
        </Part>
      )}
      {guess !== null && <Lenses {...props} />}
    </>
  );
}

function Lenses({ data, state, onChange }: Props) {
  const { lenses, points } = data;
  const { byLens } = state;
  const [open, setOpen] = useState(Math.max(0, byLens.indexOf(null)));
  const lens = lenses[open];
  const picked = byLens[open] ?? null;
  const next = byLens.findIndex((point, index) => point === null && index !== open);
  if (!lens) return null;
  return (
    <Part
      title="3. Look through each lens"
      say={
        picked !== null &&
        `${lens.name}: ${picked === lens.first - 1 ? "your choice and ours are the same." : `you chose ${picked + 1}, we chose ${lens.first}.`}`
      }
      result={
        <>
          <Weave data={data} state={state} open={open} />
          {picked !== null && (
            <p>
              <strong>Our reading.</strong> {lens.reason}{" "}
              {lens.source && <span className="text-base text-muted">{lens.source}</span>}
            </p>
          )}
        </>
      }
      how="Choose as someone who asks only this question would, even if you disagree. Others who use the same lens may choose another point than we do."
    >
      <RadioGroup
        legend="Lens"
        look="chips"
        options={lenses.map(({ name }, index) => ({ value: `${index}`, label: name }))}
        value={`${open}`}
        onChange={(index) => setOpen(Number(index))}
      />
      <Guess
        question={lens.question}
        options={points.map((point, index) => `${index + 1}. ${point}`)}
        picked={picked}
        onGuess={(point) => onChange({ ...state, byLens: byLens.with(open, point) })}
      />
      {picked !== null && next >= 0 && (
        <Button className="self-start" onClick={() => setOpen(next)}>
          Next lens: {lenses[next]?.name}
        </Button>
      )}
    </Part>
  );
}

const CELL = 30;

/** One thread for each view and one for each point. They cross where a point weighs most. */
function Weave({ data, state, open }: { data: FourLensesData; state: FourLensesState; open: number }) {
  const views = [{ name: "No lens", point: state.first }].concat(
    data.lenses.map(({ name }, lens) => ({ name, point: state.byLens[lens] ?? null })),
  );
  const width = CELL * (data.points.length + 1);
  const chosen = views.filter(({ point }) => point !== null);
  return (
    <figure className="max-w-md">
      <svg aria-hidden="true" viewBox={`0 0 ${width} ${CELL * (views.length + 1)}`} className="w-full">
        {data.points.map((point, index) => (
          <g key={point} transform={`translate(${CELL * (index + 1)} 0)`}>
            <text y="16" textAnchor="middle" fontSize="14" className="fill-ink">
              {index + 1}
            </text>
            <path d={`M0 24V${CELL * (views.length + 1)}`} strokeWidth="4" className="stroke-line" />
          </g>
        ))}
        {views.map(({ name, point }, row) => (
          <g key={name} transform={`translate(0 ${CELL * (row + 1) + 15})`}>
            <path
              d={`M8 0H${width - 8}`}
              strokeWidth={row === open + 1 ? 6 : 3}
              className={row === open + 1 ? "stroke-indigo" : "stroke-edge"}
            />
            {point !== null && <circle cx={CELL * (point + 1)} r="11" className="fill-clay" />}
          </g>
        ))}
      </svg>
      <figcaption className="text-base text-muted">
        {chosen.map(({ name, point }) => `${name}: ${(point ?? 0) + 1}`).join(" · ")}
      </figcaption>
    </figure>
  );
}

export default defineLab({
  data: dataSchema,
  state: stateSchema,
  begin,
  steps: ({ first, guess, byLens }) => [first !== null, guess !== null, !byLens.includes(null)],
  found: (state, data) => (
    <p>
      Through {changedCount(state)} of {data.lenses.length} lenses another point weighed most than at first.
      You expected {state.guess}. You and we chose the same point through {agreedCount(data, state)}. No fact
      changed in between.
    </p>
  ),
  Toy: FourLenses,
});
