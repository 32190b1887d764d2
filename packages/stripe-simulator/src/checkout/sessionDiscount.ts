import { badRequest } from "../api/apiError.ts";
import { type Discount, discounts, newDiscount } from "../discounts/discount.ts";
import { redeem } from "../discounts/redeem.ts";
import { discountRefusal, type Purchase } from "../discounts/refusal.ts";
import { currentSource, findSource } from "../discounts/source.ts";
import type { World } from "../world.ts";
import type { CheckedLine } from "./checkLines.ts";
import type { CheckoutSession } from "./session.ts";
import type { SessionParams } from "./sessionParams.ts";

/** The discount that the parameters ask for, stored for the session `id`, or null; refuses what cannot be redeemed. */
export function discountOf(
  world: World,
  params: SessionParams,
  id: string,
  lines: readonly CheckedLine[],
): Discount | null {
  const source = findSource(world, params.discounts);
  if (!source) return null;
  const refusal = discountRefusal(world, source, {
    customer: params.customer ?? null,
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
      { checkout_session: id, customer: params.customer ?? null },
    ),
  );
}

/** How the session names it: the promotion code, or the coupon where none was used. */
export function shownDiscounts(discount: Discount | null): CheckoutSession["discounts"] {
  if (!discount) return [];
  const { promotion_code: code, source } = discount;
  return [{ coupon: code ? null : source.coupon, promotion_code: code }];
}

const DELETED = { message: "This discount is no longer offered." };

/** Tells the buyer why an open session cannot be paid any more with the discount it was made with, or null. */
export function lostDiscount(world: World, session: CheckoutSession): string | null {
  const used = session.discounts[0];
  if (!used) return null;
  const source = currentSource(world, used);
  const refusal = source ? discountRefusal(world, source, purchaseOf(session)) : DELETED;
  return refusal && `${refusal.message} Nothing was charged. Go back to order without it.`;
}

/** Counts the use of a completed session's discount. */
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
