import { z } from "zod";
import { timestamp } from "./params.ts";

/** An optional parameter of a list request, and the rule for which objects it keeps. */
export type Filter<T> = {
  readonly schema: z.ZodType;
  keeps(object: T, value: unknown): boolean;
};

export function filter<T, S extends z.ZodType>(
  schema: S,
  keeps: (object: T, value: z.output<S>) => boolean,
): Filter<T> {
  // `as`: the value is the output of this schema.
  return { schema, keeps: (object, value) => keeps(object, value as z.output<S>) };
}

/** Keeps the objects whose field equals the parameter. */
export function equal<F extends string>(
  field: F,
  schema: z.ZodType,
): Filter<{ readonly [name in F]: unknown }> {
  return filter(schema, (object: { readonly [name in F]: unknown }, value) => object[field] === value);
}

const range = z.preprocess(
  (value) => (typeof value === "string" ? { gte: value, lte: value } : value),
  z.strictObject({
    gt: timestamp.optional(),
    gte: timestamp.optional(),
    lt: timestamp.optional(),
    lte: timestamp.optional(),
  }),
);

/** `created=1` or `created[gte]=1`, in Unix seconds. */
export const createdWithin = filter(range, ({ created }: { created: number }, wanted) => {
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = wanted;
  return created > gt && created >= gte && created < lt && created <= lte;
});
