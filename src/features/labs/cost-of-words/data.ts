import * as z from "zod/mini";

const text = z.string().check(z.minLength(1));
const LANGUAGES = 12;

const settings = z.array(z.number().check(z.minimum(1))).check(
  z.minLength(2),
  z.refine((values) => values.every((value, at) => value > (values[at - 1] ?? 0)), {
    error: "must go from low to high",
  }),
);

/** `content/labs/cost-of-words/data.yaml`. The language is a BCP 47 tag. */
export const dataSchema = z.object({
  languages: z
    .array(z.object({ name: text, lang: text, text }))
    .check(z.length(LANGUAGES, `must have ${LANGUAGES} languages`)),
  prices: settings,
  windows: settings,
  speeds: settings,
});
export type CostOfWordsData = z.infer<typeof dataSchema>;
