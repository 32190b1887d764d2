import { z } from "zod";
import { badRequest } from "../api/apiError.ts";
import { removeEndpoint } from "../api/crud.ts";
import { endpoint, type Resource } from "../api/endpoint.ts";
import { randomText } from "../api/ids.ts";
import {
  currency,
  integer,
  listOf,
  mergeMetadata,
  metadata,
  oneOf,
  percentage,
  text,
  timestamp,
  unsettable,
} from "../api/params.ts";
import { products } from "../catalogue/objects.ts";
import { emit } from "../webhooks/emit.ts";
import { requireObject, type World } from "../world.ts";
import { type Coupon, coupons, discounts } from "./objects.ts";

const path = "/coupons";
const ID_CHARACTERS = 8;

const createParams = z.strictObject({
  amount_off: integer({ min: 1 }).optional(),
  applies_to: z.strictObject({ products: listOf(text()) }).optional(),
  currency: currency.optional(),
  duration: oneOf("forever", "once", "repeating").optional(),
  duration_in_months: integer({ min: 1 }).optional(),
  id: text().optional(),
  max_redemptions: integer({ min: 1 }).optional(),
  metadata,
  name: unsettable(text(40)),
  percent_off: percentage.optional(),
  redeem_by: timestamp.optional(),
});

type CreateParams = z.output<typeof createParams>;

function create(world: World, params: CreateParams): Coupon {
  const id = params.id ?? randomText(ID_CHARACTERS);
  if (world.store.get(coupons, id)) {
    throw badRequest("Coupon already exists.", { code: "resource_already_exists", param: "id" });
  }
  for (const [at, product] of (params.applies_to?.products ?? []).entries()) {
    requireObject(world, products, product, `applies_to[products][${at}]`);
  }
  const coupon: Coupon = {
    id,
    object: "coupon",
    amount_off: params.amount_off ?? null,
    ...(params.applies_to ? { applies_to: params.applies_to } : {}),
    created: world.now(),
    currency: params.amount_off ? (params.currency ?? null) : null,
    duration: params.duration ?? "once",
    duration_in_months: params.duration_in_months ?? null,
    livemode: false,
    max_redemptions: params.max_redemptions ?? null,
    metadata: mergeMetadata({}, params.metadata),
    name: params.name ?? null,
    percent_off: params.percent_off ?? null,
    redeem_by: params.redeem_by ?? null,
    times_redeemed: 0,
    valid: true,
  };
  emit(world, "coupon.created", world.store.put(coupons, coupon));
  return coupon;
}

export const couponResource: Resource = {
  kinds: [coupons, discounts],
  endpoints: [
    endpoint("POST", path, createParams, create),
    // Its promotion codes lapse before the next request reads them (lapse.ts).
    removeEndpoint(path, coupons, (world, coupon) => emit(world, "coupon.deleted", coupon)),
  ],
};
