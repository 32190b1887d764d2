import { type ReactNode, useMemo } from "react";
import { once } from "../../../domain/once.ts";
import { Table } from "../../../ui/Table.tsx";
import { defineLab, type ToyProps } from "../defineLab.tsx";
import { Guess, Part } from "../kit.tsx";
import { dataSchema, type EnergyData } from "./data.ts";
import {
  begin,
  bucketOf,
  type EnergyState,
  ends,
  KETTLE_WH,
  MOST,
  type Ranges,
  rangesOf,
  sensitivity,
  shareOf,
  stateSchema,
  yearlyKwh,
} from "./energy.ts";
import { labelOf, Needed, percent, Sensitivity, World } from "./Meaning.tsx";
import { RangeFields } from "./RangeFields.tsx";

const NUMBER = once(() => new Intl.NumberFormat("en-GB", { maximumSignificantDigits: 2 }));
const PLAIN = once(() => new Intl.NumberFormat("en-GB", { maximumFractionDigits: 2 }));
const kwh = (amount: number) => `${NUMBER().format(amount)} kWh`;

type Props = Omit<ToyProps<EnergyData, EnergyState>, "answerTo">;

/** The learner's assumptions, a prediction, the year of an organisation, and what would change their mind. */
function FollowTheEnergy({ data, state, onChange }: Props) {
  const ranges = useMemo(() => rangesOf(state), [state]);
  const names = bucketNames(data.shares);
  const { guess, limit } = state;
  return (
    <>
      {guess === null && (
        <Part
          title="1. Before you calculate"
          lead="An office has used AI for a year. Its numbers are below."
          say={ranges ? null : INCOMPLETE}
        >
          {ranges && (
            <Guess
              question="With every number half-way between its two ends, what share of the office’s electricity do its prompts use?"
              options={names}
              onGuess={(next) => onChange({ ...state, guess: next })}
            />
          )}
        </Part>
      )}
      {guess !== null && (
        <Year
          ranges={ranges}
          said={names[guess] ?? ""}
          names={names}
          shares={data.shares}
          toy={<Assumptions data={data} state={state} onChange={onChange} />}
        />
      )}
      {ranges && guess !== null && (
        <>
          <Sensitivity data={data} ranges={ranges} />
          <Needed
            data={data}
            ranges={ranges}
            limit={limit === null ? null : (data.limits[limit] ?? 0)}
            onLimit={(next) => onChange({ ...state, limit: next })}
          />
          <World data={data} ranges={ranges} />
        </>
      )}
      {guess === null && <Assumptions data={data} state={state} onChange={onChange} />}
    </>
  );
}

const INCOMPLETE =
  "The calculation appears when every range has two numbers, and the year’s electricity is more than zero.";

/** "Less than 0.1%", "0.1% to 1%", …, "10% or more". */
function bucketNames(shares: readonly number[]): string[] {
  return [0, ...shares].map((from, index) => {
    const to = shares[index];
    if (to === undefined) return `${PLAIN().format(from)}% or more`;
    return index === 0
      ? `Less than ${PLAIN().format(to)}%`
      : `${PLAIN().format(from)}% to ${PLAIN().format(to)}%`;
  });
}

function Assumptions({ data, state, onChange }: Props) {
  return data.assumptions.map(({ id, label, unit, from }, index) => (
    <RangeFields
      key={id}
      label={label}
      unit={unit}
      hint={from}
      range={state.values[index] ?? [null, null]}
      most={MOST}
      onChange={([low, high]) => onChange({ ...state, values: state.values.with(index, [low, high]) })}
    />
  ));
}

type YearProps = {
  ranges: Ranges | null;
  said: string;
  names: readonly string[];
  shares: readonly number[];
  toy: ReactNode;
};

function Year({ ranges, said, names, shares, toy }: YearProps) {
  const columns = ranges ? Object.values(ends(ranges)) : [];
  const share = ranges && shareOf(ends(ranges).halfway);
  const name = share === null ? "" : (names[bucketOf(share, shares)] ?? "");
  return (
    <Part
      title="2. From one prompt to a year"
      lead="Change any number: put in your own, and leave a range wide where nobody knows."
      say={
        share === null
          ? INCOMPLETE
          : `Half-way, the prompts take ${percent(share)} of the electricity. You said: ${inSentence(said)}.${name === said ? " That is right." : ""}`
      }
      result={
        ranges && (
          <Table
            caption="The same calculation with all numbers at one end, half-way, and at the other end"
            columns={[
              { header: "What" },
              { header: "Least", numeric: true },
              { header: "Half-way", numeric: true },
              { header: "Most", numeric: true },
            ]}
            rows={[
              ["An ordinary prompt", ...columns.map(({ prompt }) => `${NUMBER().format(prompt)} Wh`)],
              [
                "Ordinary prompts that boil a litre of water",
                ...columns.map(({ prompt }) => (prompt > 0 ? NUMBER().format(KETTLE_WH / prompt) : "–")),
              ],
              [
                "One person, one year",
                ...columns.map((values) =>
                  values.people > 0 ? kwh(yearlyKwh({ ...values, people: 1 })) : "–",
                ),
              ],
              ["The organisation, one year", ...columns.map((values) => kwh(yearlyKwh(values)))],
              ["Share of its electricity", ...columns.map((values) => percent(shareOf(values)))],
            ]}
          />
        )
      }
      how={`The office is made up. Heating a litre of water from 20 to 100 °C takes ${NUMBER().format(KETTLE_WH)} Wh if no heat is lost. That is physics, and the one number here that nobody disputes.`}
    >
      {toy}
    </Part>
  );
}

/** The name of a range of shares, in the middle of a sentence. */
const inSentence = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

export default defineLab({
  data: dataSchema,
  state: stateSchema,
  begin,
  steps: ({ guess, limit }) => [guess !== null, limit !== null],
  found: (state, data) => {
    const ranges = rangesOf(state);
    const [first] = ranges ? sensitivity(ranges) : [];
    if (!ranges || !first) return <p>{INCOMPLETE}</p>;
    return (
      <p>
        With your numbers, prompts take {percent(shareOf(ends(ranges).halfway))} of the electricity, anywhere
        from {percent(shareOf(ends(ranges).least))} to {percent(shareOf(ends(ranges).most))}. The number to
        find out first: {labelOf(data, first.id)}.
      </p>
    );
  },
  Toy: FollowTheEnergy,
});
