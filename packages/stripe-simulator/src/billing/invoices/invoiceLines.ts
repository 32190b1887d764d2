import type Stripe from "stripe";
import { newId } from "../../api/ids.ts";
import { type Price, products, type TaxRate } from "../../catalogue/objects.ts";
import { lineAmounts } from "../../checkout/amounts.ts";
import type { Discount } from "../../discounts/objects.ts";
import { discountShares } from "../../discounts/shares.ts";
import { formatMoney } from "../../pages/money.ts";
import type { World } from "../../world.ts";
import type { Subscription, SubscriptionItem } from "../subscriptions/objects.ts";
import type { InvoiceItem, InvoiceLine } from "./objects.ts";

/** One line before its amounts are known. `unitAmount` in the smallest unit. */
type Sold = Pick<
  InvoiceLine,
  "currency" | "description" | "id" | "metadata" | "parent" | "period" | "pricing" | "quantity"
> & { unitAmount: number; rates: readonly TaxRate[]; subscription: string | null };

/** What a subscription charges for each item's current period. */
export function soldBySubscription(world: World, subscription: Subscription): Sold[] {
  return subscription.items.data.map((item) => ({
    currency: item.price.currency,
    description: wordingOf(world, item),
    id: newId("il"),
    metadata: subscription.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: null,
        subscription: subscription.id,
        subscription_item: item.id,
      },
      type: "subscription_item_details",
    },
    period: { end: item.current_period_end, start: item.current_period_start },
    pricing: pricingOf(item.price),
    quantity: item.quantity,
    rates: item.tax_rates,
    subscription: subscription.id,
    unitAmount: item.price.unit_amount ?? 0,
  }));
}

/** What items that were added by hand charge. A line keeps its id when the draft changes. */
export function soldByItems(items: readonly InvoiceItem[]): Sold[] {
  return items.map((item) => ({
    currency: item.currency,
    description: item.description ?? null,
    id: `il_${item.id.slice(3)}`,
    metadata: item.metadata ?? {},
    parent: {
      invoice_item_details: {
        invoice_item: item.id,
        proration: false,
        proration_details: null,
        subscription: null,
      },
      subscription_item_details: null,
      type: "invoice_item_details",
    },
    period: item.period,
    pricing: item.pricing,
    quantity: item.quantity,
    rates: item.tax_rates,
    subscription: null,
    unitAmount: item.amount / item.quantity,
  }));
}

export function pricingOf(price: Price): InvoiceLine["pricing"] {
  return {
    price_details: { price: price.id, product: price.product },
    type: "price_details",
    unit_amount_decimal: price.unit_amount_decimal,
  };
}

/** The lines of an invoice: first the discount, then tax. */
export function linesOf(invoice: string, sold: readonly Sold[], discount: Discount | null): InvoiceLine[] {
  const undiscounted = sold.map(({ pricing, quantity, unitAmount }) => ({
    product: pricing.price_details.product,
    amount: unitAmount * quantity,
  }));
  const shares = discount ? discountShares(discount.simulator_coupon, undiscounted) : [];
  return sold.map((each, at) => newLine(invoice, each, { discount, off: shares[at] ?? 0 }));
}

function newLine(
  invoice: string,
  { unitAmount, rates, ...sold }: Sold,
  { discount, off }: { discount: Discount | null; off: number },
): InvoiceLine {
  const used = discount && off > 0 ? [{ amount: off, discount: discount.id }] : [];
  const amounts = lineAmounts(unitAmount, sold.quantity, rates, off);
  return {
    ...sold,
    object: "line_item",
    amount: amounts.subtotal,
    discount_amounts: used,
    discountable: true,
    discounts: [],
    invoice,
    livemode: false,
    pretax_credit_amounts: used.map((each) => ({ ...each, type: "discount" as const })),
    quantity_decimal: String(sold.quantity),
    subtotal: amounts.subtotal,
    taxes: amounts.taxes.map(invoiceTax),
  };
}

/** "1 × Course (at £18.00 / month)", as Stripe words it. */
function wordingOf(world: World, { price, quantity }: SubscriptionItem): string {
  const name = world.store.get(products, price.product)?.name ?? price.product;
  return `${quantity} × ${name} (at ${formatMoney(price.unit_amount ?? 0, price.currency)} / month)`;
}

/** Converts a tax from the shape of Checkout to that of invoices. */
export function invoiceTax(tax: Stripe.LineItem.Tax): Stripe.InvoiceLineItem.Tax {
  return {
    amount: tax.amount,
    tax_behavior: "exclusive",
    tax_rate_details: { tax_rate: tax.rate.id },
    taxability_reason: "not_available",
    taxable_amount: tax.taxable_amount,
    type: "tax_rate_details",
  };
}
