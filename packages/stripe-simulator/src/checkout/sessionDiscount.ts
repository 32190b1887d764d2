import { badRequest } from "../api/apiError.ts";
import { type Discount, discounts, newDiscount } from "../discounts/objects.ts";
import { appliesTo } from "../discounts/shares.ts";
import {
  codeEnd,
  couponEnd,
  currentSource,
  type DiscountSource,
  findSource,
  redeem,
} from "../discounts/source.ts";
import type { World } from "../world.ts";
import type { CheckedLine } from "./lines.ts";
import type { CheckoutSession } from "./objects.ts";
import type { SessionParams } from "./sessionParams.ts";

/**
 * Stores the requested discount for the session `id`, or returns null. Throws for a discount that cannot be redeemed.
 */
export function discountOf(
  world: World,
  params: SessionParams,
  id: string,
  lines: readonly CheckedLine[],
): Discount | null {
  const source = findSource(world, params.discounts);
  if (!source) return null;
  const refusal = discountRefusal(world, source, {
    customer: null,
    currency: params.currency ?? lines[0]?.price.currency ?? "",
    subtotal: lines.reduce((sum, line) => sum + (line.price.unit_amount ?? 0) * line.quantity, 0),
    products: lines.map((line) => line.product.id),
  });
  if (refusal) {
    const param = source.code ? "discounts[0][promotion_code]" : "discounts[0][coupon]";
    throw badRequest(refusal.message, { ...(refusal.code ? { code: refusal.code } : {}), param });
  }
  return world.store.put(
    discounts,
    newDiscount(
      world.now(),
      { coupon: source.coupon, promotionCode: source.code?.id ?? null },
      { checkout_session: id },
    ),
  );
}

/** How the session shows its discount: the promotion code, or the coupon if no code was used. */
export function shownDiscounts(discount: Discount | null): CheckoutSession["discounts"] {
  if (!discount) return [];
  const { promotion_code: code, source } = discount;
  return [{ coupon: code ? null : source.coupon, promotion_code: code }];
}

const DELETED = { message: "This discount is no longer offered." };

/** A message for the buyer if an open session can no longer be paid with its discount, or null. */
export function lostDiscount(world: World, session: CheckoutSession): string | null {
  const used = session.discounts[0];
  if (!used) return null;
  const source = currentSource(world, used);
  const refusal = source ? discountRefusal(world, source, purchaseOf(session)) : DELETED;
  return refusal && `${refusal.message} Nothing was charged. Go back to order without it.`;
}

/** Counts one use of a completed session's discount. */
export function redeemDiscount(world: World, session: CheckoutSession): void {
  const [used] = session.discounts;
  const source = used && currentSource(world, used);
  if (source) redeem(world, source);
}

function purchaseOf(session: CheckoutSession): Purchase {
  return {
    customer: session.customer,
    currency: session.currency,
    subtotal: session.amount_subtotal,
    products: session.line_items.data.map((line) => line.price.product),
  };
}

/**
 * `subtotal` in the smallest unit, before discount and tax; `customer` is null for a guest, `products` while they are not
 * known.
 */
type Purchase = {
  customer: string | null;
  currency: string;
  subtotal: number;
  products: readonly string[] | null;
};

type DiscountRefusal = { message: string; code?: string };

const CODE_REFUSED = "This promotion code cannot be redeemed because";

/**
 * Why this purchase cannot have this discount, or null. Checked when a session is created and again when it is paid:
 * "promotion code restrictions are checked at redemption time" (docs.stripe.com/payments/checkout/discounts).
 */
export function discountRefusal(
  world: World,
  { coupon, code }: DiscountSource,
  purchase: Purchase,
): DiscountRefusal | null {
  if (code) {
    const end = codeEnd(world, code);
    if (end) return { message: END_OF_CODE[end] };
    if (!code.active) return { message: "This promotion code is inactive." };
  }
  if (couponEnd(coupon, world.now()))
    return { message: `Coupon expired: ${coupon.id}`, code: "coupon_expired" };
  if (coupon.amount_off !== null && coupon.currency !== purchase.currency) {
    return {
      message: `The coupon's currency (${coupon.currency}) does not match the purchase's (${purchase.currency}).`,
    };
  }
  if (purchase.products && !purchase.products.some((product) => appliesTo(coupon, product))) {
    return { message: "This coupon cannot be redeemed because it does not apply to anything in this order." };
  }
  return code && restrictionRefusal(code, purchase);
}

const END_OF_CODE = {
  deleted: "This promotion code is inactive.",
  expired: "This promotion code has expired.",
  "used up": "This promotion code has been redeemed the maximum number of times.",
} as const;

/** A first-time buyer is not asked for: every customer here is new. */
function restrictionRefusal(
  { customer, restrictions }: NonNullable<DiscountSource["code"]>,
  purchase: Purchase,
): DiscountRefusal | null {
  if (customer && customer !== purchase.customer) {
    return { message: `${CODE_REFUSED} it belongs to another customer.` };
  }
  const { minimum_amount: minimum, minimum_amount_currency: currency } = restrictions;
  if (minimum !== null && (currency !== purchase.currency || purchase.subtotal < minimum)) {
    return { message: `${CODE_REFUSED} the order does not meet the minimum amount.` };
  }
  return null;
}
