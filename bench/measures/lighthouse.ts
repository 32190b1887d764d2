import type { Measure } from "../support/measure.ts";

/** The first row of the budgets keeps its place in the report until it is measured. */
export const lighthouse: Measure = {
  name: "lighthouse",
  take: async () => [
    {
      measure: "landing and academy home, Lighthouse mobile",
      unit: "",
      ours: null,
      floor: null,
      target: "performance ≥ 98, others 100",
      verdict: "not measured yet",
      note: "",
    },
  ],
};
