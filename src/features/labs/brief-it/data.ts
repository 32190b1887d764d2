import * as z from "zod/mini";

/** The parts of a brief, in the order of lesson 3. Part number `n` is bit `n` of a mask. */
export const PART_IDS = ["goal", "context", "example", "format", "limits"] as const;
type PartId = (typeof PART_IDS)[number];

export function hasPart(mask: number, part: number): boolean {
  return (mask & (1 << part)) !== 0;
}

/** The present ones of these parts, such as "goal+limits", or "none". */
export function combinationName(mask: number, depends: readonly PartId[]): string {
  const present = PART_IDS.filter((id, part) => depends.includes(id) && hasPart(mask, part));
  return present.join("+") || "none";
}

const text = z.string().check(z.minLength(1));
const part = z.enum(PART_IDS);

/** `content/labs/brief-it/data.yaml`, which explains the pieces. */
export const dataSchema = z
  .object({
    request: text,
    parts: z.array(z.object({ id: part, name: text, text })),
    pieces: z
      .array(
        z.object({
          depends: z.array(part).check(z.minLength(1)),
          variants: z.record(z.string(), z.object({ text: z.string(), note: z.optional(text) })),
        }),
      )
      .check(z.minLength(1)),
    notes: z.array(text).check(z.minLength(1)),
    sentences: z
      .array(z.object({ text, error: z.boolean(), why: text }))
      .check(z.minLength(2), z.maxLength(30)),
  })
  .check(
    z.superRefine(({ parts, pieces, sentences }, context) => {
      const complain = (path: (string | number)[], message: string) =>
        context.addIssue({ code: "custom", path, message });
      if (parts.map(({ id }) => id).join() !== PART_IDS.join())
        complain(["parts"], `must be ${PART_IDS.join(", ")} in this order`);
      for (const [index, { depends, variants }] of pieces.entries()) {
        const needed = new Set<string>();
        for (let mask = 0; mask < 2 ** PART_IDS.length; mask += 1) needed.add(combinationName(mask, depends));
        for (const name of needed)
          if (!variants[name]) complain(["pieces", index, "variants"], `must have the variant ${name}`);
        for (const name of Object.keys(variants))
          if (!needed.has(name))
            complain(["pieces", index, "variants", name], "is no combination of the parts it depends on");
      }
      if (!sentences.some(({ error }) => error)) complain(["sentences"], "must have an error to find");
    }),
  );
export type BriefItData = z.infer<typeof dataSchema>;
