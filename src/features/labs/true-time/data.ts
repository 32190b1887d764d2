import * as z from "zod/mini";

const text = z.string().check(z.minLength(1));
const minutes = z.int().check(z.minimum(0));
const IDS = ["old", "draft", "check", "cost"] as const;

/** `content/labs/true-time/data.yaml`, which explains the numbers. */
export const dataSchema = z.object({
  example: text,
  tasks: z.int().check(z.minimum(1)),
  minutes: z.array(z.object({ id: z.enum(IDS), label: text, most: minutes, example: minutes })).check(
    z.refine((list) => list.map(({ id }) => id).join() === IDS.join(), {
      error: `must be ${IDS.join(", ")}, in this order`,
    }),
  ),
  unchecked: z.int().check(z.minimum(1)),
  halving: z.int().check(z.minimum(1)),
  guesses: z.array(minutes).check(z.minLength(2)),
});
export type TrueTimeData = z.infer<typeof dataSchema>;
