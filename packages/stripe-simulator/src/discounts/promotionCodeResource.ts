import { z } from "zod";
import { badRequest } from "../api/apiError.ts";
import { saveUpdate } from "../api/crud.ts";
import { endpoint, type Resource } from "../api/endpoint.ts";
import { newId, randomText } from "../api/ids.ts";
import { equal, filter, listEndpoint } from "../api/list.ts";
import {
  boolean,
  currency,
  integer,
  mergeMetadata,
  metadata,
  oneOf,
  text,
  timestamp,
} from "../api/params.ts";
import { customers } from "../customers/customer.ts";
import { emit } from "../webhooks/emit.ts";
import { requireObject, type World } from "../world.ts";
import { coupons, type PromotionCode, promotionCodes } from "./objects.ts";
import { codeEnd } from "./source.ts";

const path = "/promotion_codes";
const GENERATED_CHARACTERS = 8;

const createParams = z.strictObject({
  active: boolean.optional(),
  code: text(500).optional(),
  customer: text().optional(),
  expires_at: timestamp.optional(),
  max_redemptions: integer({ min: 1 }).optional(),
  metadata,
  promotion: z.strictObject({ coupon: text(), type: oneOf("coupon") }),
  restrictions: z
    .strictObject({
      first_time_transaction: boolean.optional(),
      minimum_amount: integer({ min: 1 }).optional(),
      minimum_amount_currency: currency.optional(),
    })
    .optional(),
});

type CreateParams = z.output<typeof createParams>;

function create(world: World, params: CreateParams): PromotionCode {
  const coupon = requireObject(world, coupons, params.promotion.coupon, "promotion[coupon]");
  if (params.customer) requireObject(world, customers, params.customer, "customer");
  const { restrictions } = params;
  const code: PromotionCode = {
    id: newId("promo"),
    object: "promotion_code",
    active: params.active ?? true,
    code: params.code ?? randomText(GENERATED_CHARACTERS).toUpperCase(),
    created: world.now(),
    customer: params.customer ?? null,
    customer_account: null,
    expires_at: params.expires_at ?? coupon.redeem_by,
    livemode: false,
    max_redemptions: params.max_redemptions ?? null,
    metadata: mergeMetadata({}, params.metadata),
    promotion: { coupon: coupon.id, type: "coupon" },
    restrictions: {
      first_time_transaction: restrictions?.first_time_transaction ?? false,
      minimum_amount: restrictions?.minimum_amount ?? null,
      minimum_amount_currency: restrictions?.minimum_amount_currency ?? null,
    },
    times_redeemed: 0,
  };
  if (code.active) refuseTaken(world, code);
  emit(world, "promotion_code.created", world.store.put(promotionCodes, code));
  return code;
}

/**
 * Throws if an active code for everyone, or for the same customer, is equal when case is ignored
 * (docs.stripe.com/payments/checkout/discounts).
 */
function refuseTaken(world: World, code: PromotionCode): void {
  const isTaken = world.store
    .all(promotionCodes)
    .some(
      (other) =>
        other.active &&
        other.id !== code.id &&
        sameCode(other.code, code.code) &&
        (!other.customer || !code.customer || other.customer === code.customer),
    );
  if (!isTaken) return;
  throw badRequest(`An active promotion code with \`code: ${code.code}\` already exists.`, {
    code: "resource_already_exists",
    param: "code",
  });
}

function sameCode(a: string, b: string): boolean {
  return a.toUpperCase() === b.toUpperCase();
}

const updateParams = z.strictObject({
  active: boolean.optional(),
  metadata,
});

function update(world: World, params: z.output<typeof updateParams>, id: string): PromotionCode {
  const before = requireObject(world, promotionCodes, id);
  const active = params.active ?? before.active;
  if (active && !before.active) {
    if (codeEnd(world, before)) {
      throw badRequest(
        "This promotion code cannot be made active: its time or its redemptions are over, or its coupon is no longer valid.",
        { param: "active" },
      );
    }
    refuseTaken(world, before);
  }
  return saveUpdate(world, promotionCodes, id, "promotion_code.updated", () => ({
    ...before,
    active,
    metadata: mergeMetadata(before.metadata, params.metadata),
  }));
}

export const promotionCodeResource: Resource = {
  kinds: [promotionCodes],
  endpoints: [
    endpoint("POST", path, createParams, create),
    endpoint("POST", `${path}/:id`, updateParams, (world, params, { id }) => update(world, params, id)),
    listEndpoint(path, promotionCodes, {
      active: equal("active", boolean),
      code: filter(text(), (promotion: PromotionCode, code) => sameCode(promotion.code, code)),
    }),
  ],
};
