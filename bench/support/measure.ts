import type { Bench } from "./bench.ts";

/** One line of the report. Figures are in `unit`. `detail` has the underlying data, in the JSON only. */
export type Row = {
  measure: string;
  unit: "KB gzip" | "ms" | "KB" | "requests" | "";
  ours: number | null;
  /** The floor: the same figure for the least that could do the job, measured in the same run. */
  floor: number | null;
  /** The same figure for the systems of bench/peers. */
  peers?: Record<string, number>;
  target: string;
  verdict: "met" | "not met" | "no target" | "failed";
  note: string;
  detail?: Record<string, number[] | string[]>;
};

/** `take` throws when the measurement fails, and the report then says so. */
export type Measure = {
  name: string;
  /** Five minutes if it is not set. */
  timeoutMs?: number;
  take(bench: Bench): Promise<Row[]>;
};

export function verdict(isMet: boolean): Row["verdict"] {
  return isMet ? "met" : "not met";
}
