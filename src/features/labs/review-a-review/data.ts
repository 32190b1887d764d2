import * as z from "zod/mini";

const text = z.string().check(z.minLength(1));
const CRITERIA = 5;
const SECTIONS = 9;
export const MOST = 4;

const mark = z.int().check(z.minimum(0), z.maximum(MOST));
const exactly = <Item>(count: number, what: string) =>
  z.refine<Item[]>((list) => list.length === count, { error: `must have ${count} ${what}` });

const criterion = z.object({
  name: text,
  /** A 0 here is not a pass. */
  needed: z.boolean(),
  /** What earns 0, 1 or 2, 3, and 4. */
  levels: z.tuple([text, text, text, text]),
  /** The numbers of the sections that say most about it. */
  look: z.array(z.int().check(z.minimum(1), z.maximum(SECTIONS))).check(z.minLength(1)),
});
export type Criterion = z.infer<typeof criterion>;

const sample = z.object({
  title: text,
  sections: z.array(text).check(exactly(SECTIONS, "sections")),
  scores: z
    .array(
      z.object({
        score: mark,
        /** Words of the review on which the score rests. */
        quote: text,
        reason: text,
      }),
    )
    .check(exactly(CRITERIA, "scores")),
});
export type Sample = z.infer<typeof sample>;

/** `content/labs/review-a-review/data.yaml`, which explains it. */
export const dataSchema = z
  .object({
    passMarks: z.int().check(z.minimum(0), z.maximum(CRITERIA * MOST)),
    criteria: z.array(criterion).check(exactly(CRITERIA, "criteria")),
    sections: z.array(z.object({ name: text, field: text })).check(exactly(SECTIONS, "sections")),
    samples: z.tuple([sample, sample]),
  })
  .check(
    z.superRefine(({ criteria, samples }, context) => {
      for (const [place, { sections, scores }] of samples.entries()) {
        for (const [row, { quote }] of scores.entries()) {
          const look = criteria[row]?.look ?? [];
          if (look.some((number) => sections[number - 1]?.includes(quote))) continue;
          context.addIssue({
            code: "custom",
            path: ["samples", place, "scores", row, "quote"],
            message: `must be copied from section ${look.join(" or ")}`,
          });
        }
      }
    }),
  );
export type ReviewData = z.infer<typeof dataSchema>;
