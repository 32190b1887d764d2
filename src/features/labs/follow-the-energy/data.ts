import * as z from "zod/mini";

const text = z.string().check(z.minLength(1));
const positive = z.number().check(z.positive());
const percentages = z.array(z.number().check(z.positive(), z.maximum(100))).check(
  z.minLength(2),
  z.refine((values) => values.every((value, index) => value > (values[index - 1] ?? 0)), {
    error: "must go from small to large",
  }),
);
export const IDS = ["people", "prompts", "days", "prompt", "heavy", "factor", "bill"] as const;

/** `content/labs/follow-the-energy/data.yaml`. The assumptions are those of the sum, in its order. */
export const dataSchema = z.object({
  assumptions: z
    .array(
      z.object({
        id: z.enum(IDS),
        label: text,
        unit: text,
        range: z.tuple([z.number().check(z.nonnegative()), positive]),
        from: text,
      }),
    )
    .check(
      z.refine((assumptions) => assumptions.map(({ id }) => id).join() === IDS.join(), {
        error: `must be ${IDS.join(", ")}, in this order`,
      }),
      z.refine((assumptions) => assumptions.every(({ range: [low, high] }) => low <= high), {
        error: "a range must not begin with its greater number",
      }),
    ),
  shares: percentages,
  limits: percentages,
  world: z.object({ dataCentresTwh: positive, aiPercent: positive, year: z.int() }),
});
export type EnergyData = z.infer<typeof dataSchema>;
export type AssumptionId = (typeof IDS)[number];
