import { z } from "zod";
import { requireObject, type World } from "../world.ts";
import { type Endpoint, endpoint, type ObjectList } from "./endpoint.ts";
import type { Kind, StripeObject } from "./kind.ts";
import { integer, text, timestamp } from "./params.ts";

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

const page = {
  limit: integer({ min: 1, max: MAX_LIMIT }).optional(),
  starting_after: text().optional(),
};

const pageSchema = z.object({
  limit: z.number().optional(),
  starting_after: z.string().optional(),
});

type Filters<T> = { readonly [name: string]: Filter<T> };

/** `GET path` with Stripe's paging (docs.stripe.com/api/pagination), `created` and the kind's own filters. */
export function listEndpoint<T extends StripeObject & ({ created: number } | { date: number })>(
  path: string,
  kind: Kind<T>,
  filters: Filters<NoInfer<T>> = {},
): Endpoint {
  const all: Filters<T> = { created: createdWithin, ...filters };
  const schemas = Object.entries(all).map(([name, filter]) => [name, filter.schema.optional()]);
  return endpoint(
    "GET",
    path,
    z.strictObject({ ...page, ...Object.fromEntries(schemas) }),
    (world, params) => {
      const wanted = new Map<string, unknown>(Object.entries(params));
      const found = world.store.all(kind).filter((object) =>
        Object.entries(all).every(([name, filter]) => {
          const value = wanted.get(name);
          return value === undefined || filter.keeps(object, value);
        }),
      );
      return pageOf(world, kind, found, params, `/v1${path}`);
    },
  );
}

/** A list that belongs to one object, such as `GET /v1/checkout/sessions/:id/line_items`. */
export function sublistEndpoint<T extends StripeObject>(
  path: string,
  kind: Kind<T>,
  load: (world: World, id: string) => readonly T[],
): Endpoint {
  return endpoint("GET", path, z.strictObject(page), (world, params, { id }) =>
    pageOf(world, kind, load(world, id), params, `/v1${path.replace(":id", id)}`),
  );
}

function pageOf<T extends StripeObject>(
  world: World,
  kind: Kind<T>,
  inOrder: readonly T[],
  params: unknown,
  url: string,
): ObjectList<T> {
  const { limit = DEFAULT_LIMIT, starting_after: after } = pageSchema.parse(params);
  const index = inOrder.findIndex((each) => each.id === after);
  if (after && index < 0) requireObject(world, kind, after, "starting_after");
  const start = index + 1;
  return {
    object: "list",
    url,
    has_more: inOrder.length > start + limit,
    data: inOrder.slice(start, start + limit),
  };
}

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
const createdWithin = filter(range, (object: { created: number } | { date: number }, wanted) => {
  const created = "created" in object ? object.created : object.date;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = wanted;
  return created > gt && created >= gte && created < lt && created <= lte;
});
