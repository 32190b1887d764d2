import { useMemo } from "react";
import { once } from "../../../domain/once.ts";
import { Table } from "../../../ui/Table.tsx";
import { ChoiceForm } from "../ChoiceForm.tsx";
import { defineLab } from "../defineLab.tsx";
import { Part } from "../Part.tsx";
import { RangeFields } from "../RangeFields.tsx";
import { middle } from "../range.ts";
import { StartAgain } from "../StartAgain.tsx";
import { type AssumptionId, dataSchema, type EnergyData } from "./data.ts";
import {
  begin,
  breakEven,
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
  worldPromptsPerDay,
  yearlyKwh,
} from "./energy.ts";

const NUMBER = once(() => new Intl.NumberFormat("en-GB", { maximumSignificantDigits: 2 }));
const PLAIN = once(() => new Intl.NumberFormat("en-GB", { maximumFractionDigits: 2 }));
const percent = (share: number) => `${NUMBER().format(share)}%`;
const kwh = (amount: number) => `${NUMBER().format(amount)} kWh`;

type Props = { data: EnergyData; state: EnergyState; onChange: (state: EnergyState) => void };

/** The learner's assumptions, a prediction, the year of an organisation, and what would change their mind. */
function FollowTheEnergy({ data, state, onChange }: Props) {
  const ranges = useMemo(() => rangesOf(state), [state]);
  const names = bucketNames(data.shares);
  return (
    <div className="flex flex-col gap-8">
      <Assumptions data={data} state={state} onChange={onChange} />
      {!ranges && (
        <p className="text-muted">
          The calculation appears when every range has two numbers, and the year’s electricity is more than
          zero.
        </p>
      )}
      {ranges && state.guess === null && (
        <Part title="2. Before you calculate">
          <ChoiceForm
            label="With every number half-way between its two ends, what share of the organisation’s electricity do its prompts use?"
            options={names}
            action="Calculate"
            onChoose={(guess) => onChange({ ...state, guess })}
          />
        </Part>
      )}
      {ranges && state.guess !== null && (
        <>
          <Year ranges={ranges} said={names[state.guess] ?? ""} names={names} shares={data.shares} />
          <Sensitivity data={data} ranges={ranges} />
          <Part title="5. What would change your mind?">
            <ChoiceForm
              key={state.limit}
              label="At what share of the organisation’s electricity would you do something about its prompts?"
              options={data.limits.map((limit) => `From ${percent(limit)}`)}
              chosen={state.limit}
              action="Show what would have to be true"
              onChoose={(limit) => onChange({ ...state, limit })}
            />
          </Part>
          {state.limit !== null && (
            <Needed data={data} ranges={ranges} limit={data.limits[state.limit] ?? 0} />
          )}
          <World data={data} ranges={ranges} />
          <StartAgain onPress={() => onChange(begin(data))} />
        </>
      )}
    </div>
  );
}

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
  return (
    <Part title="1. A year, in seven assumptions">
      <p>
        The office is made up. You can change every number: put in those of your own organisation if you know
        them, and leave a range wide where nobody knows.
      </p>
      {data.assumptions.map(({ id, label, unit, from }, index) => (
        <RangeFields
          key={id}
          label={label}
          unit={unit}
          hint={from}
          range={state.values[index] ?? [null, null]}
          most={MOST}
          onChange={([low, high]) => onChange({ ...state, values: state.values.with(index, [low, high]) })}
        />
      ))}
    </Part>
  );
}

type YearProps = { ranges: Ranges; said: string; names: readonly string[]; shares: readonly number[] };

function Year({ ranges, said, names, shares }: YearProps) {
  const { least, halfway, most } = ends(ranges);
  const columns = [least, halfway, most];
  const name = names[bucketOf(shareOf(halfway), shares)] ?? "";
  return (
    <Part title="3. From one prompt to a year">
      <p role="status" className="text-lg font-semibold">
        Half-way, the prompts take {percent(shareOf(halfway))} of the electricity. You said:{" "}
        {inSentence(said)}.{name === said ? " That is right." : ""}
      </p>
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
            ...columns.map((values) => (values.people > 0 ? kwh(yearlyKwh({ ...values, people: 1 })) : "–")),
          ],
          ["The organisation, one year", ...columns.map((values) => kwh(yearlyKwh(values)))],
          ["Share of its electricity", ...columns.map((values) => percent(shareOf(values)))],
        ]}
      />
      <p className="text-muted">
        Heating a litre of water from 20 to 100 °C takes {NUMBER().format(KETTLE_WH)} Wh if no heat is lost.
        That is physics, and the one number here that nobody disputes.
      </p>
    </Part>
  );
}

/** The name of a range of shares, in the middle of a sentence. */
const inSentence = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

function labelOf(data: EnergyData, id: AssumptionId): string {
  return data.assumptions.find((each) => each.id === id)?.label ?? id;
}

function Sensitivity({ data, ranges }: { data: EnergyData; ranges: Ranges }) {
  const ranked = sensitivity(ranges);
  return (
    <Part title="4. Which assumption decides?">
      <p>
        Each row moves one number from one end of its range to the other and leaves the others half-way. The
        result then changes by this factor.
      </p>
      <Table
        caption="How much each range matters"
        columns={[{ header: "Range" }, { header: "Factor", numeric: true }]}
        rows={ranked.map(({ id, times }) => [
          labelOf(data, id),
          Number.isFinite(times) ? `× ${NUMBER().format(times)}` : "from zero",
        ])}
      />
    </Part>
  );
}

function Needed({ data, ranges, limit }: { data: EnergyData; ranges: Ranges; limit: number }) {
  const share = shareOf(ends(ranges).halfway);
  return (
    <>
      <p role="status">
        {share >= limit
          ? `Half-way, the share is ${percent(share)}, so by your own rule you would act. Each row shows the one value at which it would be exactly ${percent(limit)}.`
          : `Half-way, the share is ${percent(share)}. Each row shows the one value that would bring it to ${percent(limit)}, everything else unchanged.`}
      </p>
      <Table
        caption={`What would have to be true for ${percent(limit)}`}
        columns={[
          { header: "Assumption" },
          { header: "Half-way", numeric: true },
          { header: "Needed", numeric: true },
        ]}
        rows={breakEven(ranges, limit).map(({ id, value }) => [
          labelOf(data, id),
          NUMBER().format(middle(ranges[id])),
          value === null ? "no such value" : NUMBER().format(value),
        ])}
      />
    </>
  );
}

/** Roughly, and only to make a large number imaginable. */
const PEOPLE_ON_EARTH = 8e9;

function World({ data, ranges }: { data: EnergyData; ranges: Ranges }) {
  const { dataCentresTwh, aiPercent, year } = data.world;
  const wattHours = middle(ranges.prompt);
  const prompts = worldPromptsPerDay(data.world, wattHours);
  return (
    <Part title="6. From here to the world">
      <p>
        The International Energy Agency puts all data centres at about {dataCentresTwh} terawatt-hours in{" "}
        {year}. SpaceDaily, reporting its figures, puts AI servers at about {aiPercent} per cent of that.
        {wattHours > 0 &&
          ` At ${NUMBER().format(wattHours)} watt-hours each, that would be enough for ${NUMBER().format(prompts / 1e9)} billion ordinary prompts a day, or ${NUMBER().format(prompts / PEOPLE_ON_EARTH)} for each of the roughly eight billion people on Earth.`}
      </p>
      <p>
        Chat is only a part of what AI servers do: they also train models, sort feeds and recommend films. So
        a small share in one office and a large total can both be true, and neither is evidence against the
        other.
      </p>
    </Part>
  );
}

export default defineLab({
  data: dataSchema,
  state: stateSchema,
  begin,
  isDone: ({ guess, limit }) => guess !== null && limit !== null,
  Content: FollowTheEnergy,
});
