import type Stripe from "stripe";
import { badRequest } from "../api/apiError.ts";
import type { LineItem } from "./lineItem.ts";
import type { CheckoutSession } from "./session.ts";

/** In the smallest unit (docs.stripe.com/currencies#minimum-and-maximum-charge-amounts); 50 for any other currency. */
const MINIMUM_CHARGE: { readonly [currency: string]: number } = { gbp: 30, usd: 50, eur: 50 };
const OTHER_MINIMUM = 50;

type Totals = {
  currency: string;
  amount_subtotal: number;
  amount_total: number;
  total_details: CheckoutSession["total_details"];
};

/** Sums the lines. Throws for mixed currencies and totals under the minimum charge (zero is allowed). */
export function totalsOf(lines: readonly LineItem[], wantedCurrency: string | undefined): Totals {
  const currency = wantedCurrency ?? lines[0]?.currency ?? "";
  if (lines.some((line) => line.currency !== currency)) {
    throw badRequest(
      `All prices on a Checkout Session must have a matching currency. The session's currency is \`${currency}\`.`,
      { param: "line_items" },
    );
  }
  const sum = (field: "amount_discount" | "amount_subtotal" | "amount_total" | "amount_tax") =>
    lines.reduce((total, line) => total + line[field], 0);
  const total = sum("amount_total");
  const minimum = MINIMUM_CHARGE[currency] ?? OTHER_MINIMUM;
  if (total > 0 && total < minimum) {
    const amount = new Intl.NumberFormat("en-GB", { style: "currency", currency }).format(minimum / 100);
    throw badRequest(
      `The Checkout Session's total amount due must add up to at least ${amount} ${currency}`,
      {
        code: "amount_too_small",
      },
    );
  }
  return {
    currency,
    amount_subtotal: sum("amount_subtotal"),
    amount_total: total,
    total_details: {
      amount_discount: sum("amount_discount"),
      amount_shipping: 0,
      amount_tax: sum("amount_tax"),
      breakdown: { discounts: discountsOf(lines), taxes: taxesByRate(lines) },
    },
  };
}

/** A session has at most one discount, shared by its lines. */
function discountsOf(lines: readonly LineItem[]): LineItem["discounts"] {
  const [first, ...rest] = lines.flatMap((line) => line.discounts);
  if (!first) return [];
  return [{ ...first, amount: rest.reduce((sum, each) => sum + each.amount, first.amount) }];
}

function taxesByRate(lines: readonly LineItem[]): Stripe.LineItem.Tax[] {
  const byRate = new Map<string, Stripe.LineItem.Tax>();
  for (const tax of lines.flatMap((line) => line.taxes)) {
    const before = byRate.get(tax.rate.id);
    byRate.set(tax.rate.id, {
      ...tax,
      amount: tax.amount + (before?.amount ?? 0),
      taxable_amount: (tax.taxable_amount ?? 0) + (before?.taxable_amount ?? 0),
    });
  }
  return [...byRate.values()];
}
