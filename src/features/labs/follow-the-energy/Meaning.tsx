import { once } from "../../../domain/once.ts";
import { Table } from "../../../ui/Table.tsx";
import { Guess, Part } from "../kit.tsx";
import type { AssumptionId, EnergyData } from "./data.ts";
import { breakEven, ends, type Ranges, sensitivity, shareOf, worldPromptsPerDay } from "./energy.ts";
import { middle } from "./range.ts";

const NUMBER = once(() => new Intl.NumberFormat("en-GB", { maximumSignificantDigits: 2 }));
export const percent = (share: number) => `${NUMBER().format(share)}%`;

export function labelOf(data: EnergyData, id: AssumptionId): string {
  return data.assumptions.find((each) => each.id === id)?.label ?? id;
}

export function Sensitivity({ data, ranges }: { data: EnergyData; ranges: Ranges }) {
  return (
    <Part
      title="3. Which assumption decides?"
      lead="Each row moves one number across its range. The result changes by this factor."
      result={
        <Table
          caption="How much each range matters"
          columns={[{ header: "Range" }, { header: "Factor", numeric: true }]}
          rows={sensitivity(ranges).map(({ id, times }) => [
            labelOf(data, id),
            Number.isFinite(times) ? `× ${NUMBER().format(times)}` : "from zero",
          ])}
        />
      }
    />
  );
}

type NeededProps = {
  data: EnergyData;
  ranges: Ranges;
  limit: number | null;
  onLimit: (place: number) => void;
};

export function Needed({ data, ranges, limit, onLimit }: NeededProps) {
  const share = shareOf(ends(ranges).halfway);
  return (
    <Part
      title="4. What would change your mind?"
      say={
        limit !== null &&
        (share >= limit
          ? `Half-way, the share is ${percent(share)}, so by your own rule you would act. Each row shows the one value at which it would be exactly ${percent(limit)}.`
          : `Half-way, the share is ${percent(share)}. Each row shows the one value that would bring it to ${percent(limit)}, everything else unchanged.`)
      }
      result={
        limit !== null && (
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
        )
      }
    >
      <Guess
        question="At what share of the organisation’s electricity would you do something about its prompts?"
        options={data.limits.map((each) => `From ${percent(each)}`)}
        onGuess={onLimit}
      />
    </Part>
  );
}

/** Roughly, and only to make a large number imaginable. */
const PEOPLE_ON_EARTH = 8e9;

export function World({ data, ranges }: { data: EnergyData; ranges: Ranges }) {
  const { dataCentresTwh, aiPercent, year } = data.world;
  const wattHours = middle(ranges.prompt);
  const prompts = worldPromptsPerDay(data.world, wattHours);
  return (
    <Part
      title="5. From here to the world"
      how={
        <>
          <p>
            The International Energy Agency puts all data centres at about {dataCentresTwh} terawatt-hours in{" "}
            {year}. SpaceDaily, reporting its figures, puts AI servers at about {aiPercent}% of that.
            {wattHours > 0 &&
              ` At ${NUMBER().format(wattHours)} watt-hours each, that would be enough for ${NUMBER().format(prompts / 1e9)} billion ordinary prompts a day, or ${NUMBER().format(prompts / PEOPLE_ON_EARTH)} for each of the roughly eight billion people on Earth.`}
          </p>
          <p>
            Chat is only a part of what AI servers do: they also train models, sort feeds and recommend films.
            So a small share in one office and a large total can both be true, and neither is evidence against
            the other.
          </p>
        </>
      }
    />
  );
}
