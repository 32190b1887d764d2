import * as z from "zod/mini";

const text = z.string().check(z.minLength(1));
const person = z.int().check(z.minimum(1));
const STATES = ["joined", "strained", "cut off"] as const;
export type TieState = (typeof STATES)[number];

/** `content/labs/draw-relationships/data.yaml`, which explains the numbers. */
export const dataSchema = z
  .object({
    story: text,
    people: z.array(text).check(z.minLength(3)),
    ties: z.array(z.object({ from: person, to: person, state: z.enum(STATES) })),
    groups: z.array(z.object({ name: text, question: text })).check(z.minLength(1)),
  })
  .check(
    z.superRefine(({ people, ties }, context) => {
      for (const [index, { from, to }] of ties.entries())
        if (from === to || Math.max(from, to) > people.length)
          context.addIssue({
            code: "custom",
            path: ["ties", index],
            message: "is no tie between two people",
          });
    }),
  );
export type RelationshipsData = z.infer<typeof dataSchema>;
