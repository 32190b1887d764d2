import * as z from "zod/mini";

/** The points of a task that the learner marks, from its text. `how` is HTML that the content compiler wrote. */
export const dataSchema = z.object({
  points: z
    .array(z.object({ point: z.string().check(z.minLength(1)), how: z.string().check(z.minLength(1)) }))
    .check(z.minLength(1)),
});
export type RubricData = z.infer<typeof dataSchema>;

/** How a learner marks a point. A mark is stored as its place in this list. */
export const RUBRIC_MARKS = ["Yes", "Partly", "Not yet"] as const;
