import * as z from "zod/mini";

const text = z.string().check(z.minLength(1), z.maxLength(100));

/** `content/labs/guess-next-word/data.yaml`. */
export const dataSchema = z
  .object({
    sentence: text,
    merges: z.array(z.int().check(z.nonnegative())).check(z.minLength(2)),
    starts: z.array(text).check(z.minLength(2)),
    temperatures: z.array(z.number().check(z.minimum(0.1), z.maximum(2))).check(z.minLength(2)),
    claim: z.object({ start: text, guesses: z.array(text).check(z.minLength(2)) }),
  })
  .check(
    z.superRefine((data, context) => {
      for (const path of ["merges", "temperatures"] as const)
        if (data[path].some((value, index) => value <= (data[path][index - 1] ?? -1)))
          context.addIssue({ code: "custom", path: [path], message: "must go from low to high" });
    }),
  );
export type GuessNextWordData = z.infer<typeof dataSchema>;
