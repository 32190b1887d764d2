import * as z from "zod/mini";

const text = z.string().check(z.minLength(1));

/** `content/labs/four-lenses/data.yaml`. */
export const dataSchema = z
  .object({
    case: text,
    points: z.array(text).check(z.minLength(3), z.maxLength(9, "must have at most 9 entries")),
    lenses: z
      .array(
        z.object({
          name: text,
          question: text,
          first: z.int().check(z.minimum(1)),
          reason: text,
          /** Author, work and year. Absent where the lesson names none. */
          source: z.optional(text),
        }),
      )
      .check(z.minLength(2)),
  })
  .check(
    z.superRefine(({ points, lenses }, context) => {
      for (const [index, { first }] of lenses.entries())
        if (first > points.length)
          context.addIssue({
            code: "custom",
            path: ["lenses", index, "first"],
            message: "is none of the points",
          });
    }),
  );
export type FourLensesData = z.infer<typeof dataSchema>;
