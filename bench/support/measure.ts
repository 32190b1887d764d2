import type { Bench } from "./bench.ts";

/** One line of the report. Figures are in `unit`; `detail` is what is behind them, kept in the JSON alone. */
export type Row = {
  measure: string;
  unit: "KB gzip" | "ms" | "KB" | "requests" | "";
  ours: number | null;
  /** The same figure of the least that could do the job, taken in the same run. */
  floor: number | null;
  target: string;
  verdict: "met" | "not met" | "no target" | "failed";
  note: string;
  detail?: Record<string, number[] | string[]>;
};

/** Throws when it cannot be taken: the report then says so in its place. */
export type Measure = { name: string; take(bench: Bench): Promise<Row[]> };

export function verdict(isMet: boolean): Row["verdict"] {
  return isMet ? "met" : "not met";
}
