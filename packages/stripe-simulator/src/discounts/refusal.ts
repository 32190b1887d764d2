import { invoices } from "../billing/invoices/invoice.ts";
import { charges } from "../charges/charge.ts";
import type { World } from "../world.ts";
import { codeEnd, couponEnd } from "./lapse.ts";
import { appliesTo } from "./shares.ts";
import type { DiscountSource } from "./source.ts";

/** `subtotal` in the smallest unit, before discount and tax; `customer` is null for a guest. */
export type Purchase = {
  customer: string | null;
  currency: string;
  subtotal: number;
  products: readonly string[];
};

export type DiscountRefusal = { message: string; code?: string };

const CODE_REFUSED = "This promotion code cannot be redeemed because";

/**
 * Why this purchase cannot have this discount, or null. Asked when a session is made and again when it is paid:
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
  if (!purchase.products.some((product) => appliesTo(coupon, product))) {
    return { message: "This coupon cannot be redeemed because it does not apply to anything in this order." };
  }
  return code && restrictionRefusal(world, code, purchase);
}

const END_OF_CODE = {
  deleted: "This promotion code is inactive.",
  expired: "This promotion code has expired.",
  "used up": "This promotion code has been redeemed the maximum number of times.",
} as const;

function restrictionRefusal(
  world: World,
  { customer, restrictions }: NonNullable<DiscountSource["code"]>,
  purchase: Purchase,
): DiscountRefusal | null {
  if (customer && customer !== purchase.customer) {
    return { message: `${CODE_REFUSED} it belongs to another customer.` };
  }
  // A guest counts as a first-time customer (same page, "Limit by first-time order").
  if (restrictions.first_time_transaction && purchase.customer && hasPaid(world, purchase.customer)) {
    return {
      message: `${CODE_REFUSED} the associated customer has prior transactions.`,
      code: "promotion_code_customer_not_first_time",
    };
  }
  const { minimum_amount: minimum, minimum_amount_currency: currency } = restrictions;
  if (minimum !== null && (currency !== purchase.currency || purchase.subtotal < minimum)) {
    return { message: `${CODE_REFUSED} the order does not meet the minimum amount.` };
  }
  return null;
}

/** "Prior payments or non-void invoices" (same page); a draft is no invoice yet. */
function hasPaid({ store }: World, customer: string): boolean {
  return (
    store.all(charges).some((charge) => charge.customer === customer && charge.paid) ||
    store
      .all(invoices)
      .some((each) => each.customer === customer && each.status !== "void" && each.status !== "draft")
  );
}
