import * as z from "zod/mini";

const SCORES = 10;
const PEOPLE = 100;
const counts = z
  .array(z.int().check(z.minimum(0)))
  .check(z.length(SCORES, `must have ${SCORES} counts, one per score`));

const group = z.object({ name: z.string().check(z.minLength(1)), need: counts, other: counts }).check(
  z.refine(({ need, other }) => [...need, ...other].reduce((sum, count) => sum + count, 0) === PEOPLE, {
    error: `must be ${PEOPLE} people`,
  }),
);

/** `content/labs/draw-the-line/data.yaml`. */
export const dataSchema = z.object({
  groups: z.tuple([group, group]),
  tolerance: z.number().check(z.minimum(0)),
});
export type DrawTheLineData = z.infer<typeof dataSchema>;
export type Group = DrawTheLineData["groups"][number];
