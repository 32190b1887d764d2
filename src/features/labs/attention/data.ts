import * as z from "zod/mini";

const text = z.string().check(z.minLength(1), z.maxLength(100));
const list = z.optional(z.array(z.number()));

/** What a word looks for, what it offers to words that look, and what it hands over to them. */
const word = z.object({
  seeks: list,
  offers: list,
  brings: list,
  near: z.optional(z.number().check(z.minimum(0))),
});

const sentence = z
  .object({
    features: z.array(text).check(z.minLength(1)),
    gains: z.tuple([text, text]),
    /** The word whose look the learner predicts. */
    asker: text,
    texts: z.array(z.object({ name: text, text })).check(z.minLength(2)),
    words: z.record(text, word),
  })
  .check(
    z.superRefine(({ features, gains, asker, texts, words }, context) => {
      const fail = (path: string, message: string) =>
        context.addIssue({ code: "custom", path: [path], message });
      const used = new Set(texts.flatMap((each) => each.text.split(" ")));
      for (const [name, { seeks, offers, brings }] of Object.entries(words)) {
        if (!used.has(name)) fail(name, "is in none of the texts");
        if ([seeks, offers].some((each) => each && each.length !== features.length))
          fail(name, `needs ${features.length} numbers, one for each feature`);
        if (brings && brings.length !== gains.length) fail(name, `must bring ${gains.length} numbers`);
      }
      if (!texts[0]?.text.split(" ").includes(asker)) fail("asker", "is not in the first text");
    }),
  );

/** `content/labs/attention/data.yaml`. */
export const dataSchema = z.object({ bank: sentence, trophy: sentence, plate: sentence });
export type AttentionData = z.infer<typeof dataSchema>;
export type Sentence = AttentionData["bank"];
