import { z } from "zod";
import { badRequest } from "../api/apiError.ts";
import { retrieveEndpoint, saveUpdate } from "../api/crud.ts";
import { endpoint, type Resource } from "../api/endpoint.ts";
import { newId } from "../api/ids.ts";
import { equal, filter, listEndpoint } from "../api/list.ts";
import {
  boolean,
  currency,
  given,
  integer,
  listOf,
  mergeMetadata,
  metadata,
  oneOf,
  text,
  unsettable,
} from "../api/params.ts";
import { emit } from "../webhooks/emit.ts";
import { requireObject, type World } from "../world.ts";
import { type Price, prices, products } from "./objects.ts";

const path = "/prices";

const fields = {
  active: boolean.optional(),
  lookup_key: unsettable(text(200)),
  metadata,
  transfer_lookup_key: boolean.optional(),
};

const createParams = z.strictObject({
  ...fields,
  currency,
  product: text(),
  tax_behavior: oneOf("exclusive", "unspecified").optional(),
  recurring: z
    .strictObject({
      interval: oneOf("month"),
    })
    .optional(),
  unit_amount: integer({ min: 0 }),
});

export function createPrice(world: World, params: z.output<typeof createParams>): Price {
  requireObject(world, products, params.product, "product");
  const id = newId("price");
  if (params.lookup_key) claimLookupKey(world, params.lookup_key, id, params.transfer_lookup_key);
  const { recurring, unit_amount: unitAmount } = params;
  const price: Price = {
    id,
    object: "price",
    active: params.active ?? true,
    billing_scheme: "per_unit",
    created: world.now(),
    currency: params.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: params.lookup_key ?? null,
    metadata: mergeMetadata({}, params.metadata),
    product: params.product,
    recurring: recurring
      ? {
          interval: recurring.interval,
          interval_count: 1,
          meter: null,
          trial_period_days: null,
          usage_type: "licensed",
        }
      : null,
    tax_behavior: params.tax_behavior ?? "unspecified",
    type: recurring ? "recurring" : "one_time",
    unit_amount: unitAmount,
    unit_amount_decimal: String(unitAmount),
  };
  emit(world, "price.created", world.store.put(prices, price));
  return price;
}

const updateParams = z.strictObject(fields);

function update(world: World, params: z.output<typeof updateParams>, id: string): Price {
  const { metadata: change, transfer_lookup_key: transfer, ...rest } = params;
  if (rest.lookup_key) claimLookupKey(world, rest.lookup_key, id, transfer);
  return saveUpdate(world, prices, id, "price.updated", (before) => ({
    ...before,
    ...given(rest),
    metadata: mergeMetadata(before.metadata, change),
  }));
}

export const priceResource: Resource = {
  kinds: [prices],
  endpoints: [
    endpoint("POST", path, createParams, createPrice),
    endpoint("POST", `${path}/:id`, updateParams, (world, params, { id }) => update(world, params, id)),
    retrieveEndpoint(path, prices),
    listEndpoint(path, prices, {
      active: equal("active", boolean),
      lookup_keys: filter(listOf(text()), ({ lookup_key: key }: Price, keys) =>
        Boolean(key && keys.includes(key)),
      ),
    }),
  ],
};

/** A lookup key belongs to one price. If another price has it, moves it if `transfer` is true, otherwise throws. */
function claimLookupKey(world: World, key: string, priceId: string, transfer: boolean | undefined): void {
  const holder = world.store.all(prices).find((price) => price.lookup_key === key && price.id !== priceId);
  if (!holder) return;
  if (!transfer) {
    throw badRequest(
      `A price (\`${holder.id}\`) already uses that lookup key. Please use another lookup key, or set \`transfer_lookup_key\` to true to move it.`,
      { param: "lookup_key" },
    );
  }
  saveUpdate(world, prices, holder.id, "price.updated", (before) => ({ ...before, lookup_key: null }));
}
