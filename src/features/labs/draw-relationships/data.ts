import * as z from "zod/mini";
import { clean, MAX_DUTY, MAX_GROUPS, MAX_NAME, MAX_PEOPLE, STATES } from "./limits.ts";

const text = z.string().check(z.minLength(1));
/** Text that a map can hold as it is. */
const mapText = (most: number) =>
  text.check(
    z.refine((value) => clean(value, most) === value, {
      error: `must have at most ${most} characters, and no straight quotes or backslashes`,
    }),
  );
const number = z.int().check(z.minimum(1));

/** `content/labs/draw-relationships/data.yaml`, which explains the numbers. */
export const dataSchema = z
  .object({
    example: z.object({
      story: text,
      system: mapText(MAX_NAME),
      people: z
        .array(z.object({ name: mapText(MAX_NAME), canSayNo: z.optional(z.literal(true)) }))
        .check(z.minLength(2), z.maxLength(MAX_PEOPLE - 1)),
      ties: z
        .array(
          z.object({
            from: number,
            to: number,
            state: z.enum(STATES),
            owes: z.optional(mapText(MAX_DUTY)),
            owed: z.optional(mapText(MAX_DUTY)),
          }),
        )
        .check(z.minLength(1)),
    }),
    groups: z
      .array(z.object({ name: mapText(MAX_NAME), question: text }))
      .check(z.minLength(1), z.maxLength(MAX_GROUPS, `must have at most ${MAX_GROUPS} entries`)),
  })
  .check(
    z.superRefine(({ example: { people, ties } }, context) => {
      const pairs = new Set<string>();
      for (const [index, { from, to }] of ties.entries()) {
        const complain = (message: string) =>
          context.addIssue({ code: "custom", path: ["example", "ties", index], message });
        if (Math.max(from, to) > people.length + 1) complain("leads to nobody on the map");
        if (from === to) complain("leads from a person to the same person");
        const pair = [from, to].sort((a, b) => a - b).join("-");
        if (pairs.has(pair)) complain("is the second tie between these two");
        pairs.add(pair);
      }
    }),
  );
export type RelationshipsData = z.infer<typeof dataSchema>;
