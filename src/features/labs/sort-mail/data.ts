import * as z from "zod/mini";

const message = z.object({ text: z.string().check(z.minLength(1)), urgent: z.boolean() });
const messages = (count: number) => z.array(message).check(z.length(count, `must have ${count} messages`));

/** `content/labs/sort-mail/data.yaml`. `urgent` is how we would label the message. */
export const dataSchema = z
  .object({
    examples: messages(20),
    /** Messages in the words of the examples. */
    alike: messages(10),
    /** Messages that use these words for something else, or other words for the same. */
    unlike: messages(10),
    /** A message twice, with and without the place. */
    pair: z.tuple([z.string(), z.string()]),
    /** A word in some of the examples, which says nothing about urgency. */
    place: z.string(),
  })
  .check(
    z.refine(
      ({ examples, place, pair }) =>
        [...examples.map(({ text }) => text), pair[1]].some((text) => text.includes(place)),
      { path: ["place"], error: "is in no example" },
    ),
  );
export type SortMailData = z.infer<typeof dataSchema>;
