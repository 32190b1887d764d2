import * as z from "zod/mini";
import { type AssumptionId, type EnergyData, IDS } from "./data.ts";
import { faultOf, middle, type Range } from "./range.ts";

export type Ranges = Readonly<Record<AssumptionId, Range>>;
/** One number for each assumption, in the unit of its range. */
export type Values = Readonly<Record<AssumptionId, number>>;

export const MOST = 1_000_000_000;
const WH_PER_KWH = 1_000;
const WH_PER_TWH = 1e12;

/** `values` has the two numbers of each assumption. `guess` and `limit` are places in the lists of `data.yaml`. */
export const stateSchema = ({ shares, limits }: EnergyData) => {
  const value = z.nullable(z.number().check(z.minimum(0), z.maximum(MOST)));
  const place = (most: number) => z.nullable(z.int().check(z.minimum(0), z.maximum(most)));
  return z.object({
    values: z.array(z.tuple([value, value])).check(z.length(IDS.length)),
    guess: place(shares.length),
    limit: place(limits.length - 1),
  });
};
export type EnergyState = z.infer<ReturnType<typeof stateSchema>>;

export function begin({ assumptions }: EnergyData): EnergyState {
  return { values: assumptions.map(({ range: [low, high] }) => [low, high]), guess: null, limit: null };
}

/** The ranges, or null while one of them is incomplete or wrong, or allows an organisation that uses no electricity. */
export function rangesOf({ values }: EnergyState): Ranges | null {
  const ranges: [AssumptionId, Range][] = [];
  for (const [index, id] of IDS.entries()) {
    const [low, high] = values[index] ?? [null, null];
    if (low === null || high === null || faultOf([low, high], id === "heavy" ? "%" : "")) return null;
    if (id === "bill" && low === 0) return null;
    ranges.push([id, [low, high]]);
  }
  // Every id of IDS is there.
  return Object.fromEntries(ranges) as Ranges;
}

function pick(ranges: Ranges, from: (range: Range) => number): Values {
  // The keys stay the same.
  return Object.fromEntries(IDS.map((id) => [id, from(ranges[id])])) as Values;
}

/** How many ordinary prompts an average prompt is worth, long tasks included. */
const weight = ({ heavy, factor }: Values) => 1 + (heavy / 100) * (factor - 1);

/** Kilowatt-hours for all prompts of a year. */
export function yearlyKwh(values: Values): number {
  const { people, prompts, days, prompt } = values;
  return (people * prompts * days * prompt * weight(values)) / WH_PER_KWH;
}

/** Percent of the organisation's electricity that goes into its prompts. */
export const shareOf = (values: Values) => (100 * yearlyKwh(values)) / values.bill;

/** Every assumption at the end that makes the share smallest, half-way, and at the end that makes it greatest. */
export function ends(ranges: Ranges): { least: Values; halfway: Values; most: Values } {
  const least = pick(ranges, ([low]) => low);
  const most = pick(ranges, ([, high]) => high);
  // A long task that uses less than an ordinary prompt makes more of them cheaper, not dearer.
  const heavy = (factor: number): Range => (factor < 1 ? [ranges.heavy[1], ranges.heavy[0]] : ranges.heavy);
  return {
    least: { ...least, heavy: heavy(least.factor)[0], bill: ranges.bill[1] },
    halfway: pick(ranges, middle),
    most: { ...most, heavy: heavy(most.factor)[1], bill: ranges.bill[0] },
  };
}

/**
 * How many times greater the share is at one end of each range than at the other, everything else half-way; the greatest
 * first. Infinity if the share is nothing at one end.
 */
export function sensitivity(ranges: Ranges): { id: AssumptionId; times: number }[] {
  const halfway = pick(ranges, middle);
  return IDS.map((id) => {
    const shares = ranges[id].map((value) => shareOf({ ...halfway, [id]: value }));
    const [small, great] = [Math.min(...shares), Math.max(...shares)];
    return { id, times: great === 0 ? 1 : great / small };
  }).sort((a, b) => b.times - a.times);
}

/**
 * The value of each assumption at which the share reaches `limit` percent, everything else half-way. Null if no value
 * does, for example more than 100 per cent of the prompts.
 */
export function breakEven(ranges: Ranges, limit: number): { id: AssumptionId; value: number | null }[] {
  const halfway = pick(ranges, middle);
  const needed = limit / shareOf(halfway);
  const wanted = needed * weight(halfway);
  const needFor = (id: AssumptionId): number => {
    if (id === "bill") return halfway.bill / needed;
    if (id === "heavy") return (100 * (wanted - 1)) / (halfway.factor - 1);
    if (id === "factor") return (100 * (wanted - 1)) / halfway.heavy + 1;
    return halfway[id] * needed;
  };
  return IDS.map((id) => {
    const value = needFor(id);
    const isPossible = Number.isFinite(value) && value >= 0 && (id !== "heavy" || value <= 100);
    return { id, value: isPossible ? value : null };
  });
}

/** The place of a share between the limits of the prediction: 0 is below all of them. */
export const bucketOf = (share: number, shares: readonly number[]) =>
  shares.filter((limit) => share >= limit).length;

/**
 * Heating one litre of water from 20 to 100 °C, in watt-hours: 4,186 joules for each kilogram and degree, 3,600 joules to a
 * watt-hour, no loss.
 */
export const KETTLE_WH = (4_186 * 80) / 3_600;

/** How many ordinary prompts a day the electricity of all AI servers would pay for, at this many watt-hours each. */
export function worldPromptsPerDay(
  { dataCentresTwh, aiPercent }: EnergyData["world"],
  wattHours: number,
): number {
  return (dataCentresTwh * (aiPercent / 100) * WH_PER_TWH) / wattHours / 365;
}
