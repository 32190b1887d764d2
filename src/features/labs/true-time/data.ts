import * as z from "zod/mini";

const text = z.string().check(z.minLength(1));
const IDS = ["old", "prepare", "brief", "edit", "check", "share", "cost"] as const;

/** `content/labs/true-time/data.yaml`. The quantities are those of the sum, in its order. */
export const dataSchema = z.object({
  quantities: z
    .array(
      z.object({
        id: z.enum(IDS),
        label: text,
        unit: z.enum(["minutes", "per cent"]),
        example: z.tuple([z.number(), z.number()]),
      }),
    )
    .check(
      z.refine((quantities) => quantities.map(({ id }) => id).join() === IDS.join(), {
        error: `must be ${IDS.join(", ")}, in this order`,
      }),
    ),
  /** The name of the task in the example. */
  example: text,
});
export type TrueTimeData = z.infer<typeof dataSchema>;
