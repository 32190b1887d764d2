import type Stripe from "stripe";
import { newId } from "../../api/ids.ts";
import { products } from "../../catalogue/objects.ts";
import { lineAmounts } from "../../checkout/amounts.ts";
import type { Discount } from "../../discounts/objects.ts";
import { discountShares } from "../../discounts/shares.ts";
import { formatMoney } from "../../pages/money.ts";
import type { World } from "../../world.ts";
import type { Subscription, SubscriptionItem } from "../subscriptions/objects.ts";
import type { InvoiceLine } from "./objects.ts";

/** One line for each item's current period: discount first, then tax, as in Checkout. */
export function invoiceLines(
  world: World,
  subscription: Subscription,
  invoice: string,
  discount: Discount | null,
): InvoiceLine[] {
  const items = subscription.items.data;
  const undiscounted = items.map((item) => ({ product: item.price.product, amount: amountOf(item) }));
  const shares = discount ? discountShares(discount.simulator_coupon, undiscounted) : [];
  return items.map((item, index) => {
    const used = discount && { id: discount.id, amount: shares[index] ?? 0 };
    return invoiceLine(world, { subscription, invoice, item, used: used?.amount ? used : null });
  });
}

function amountOf({ price, quantity }: SubscriptionItem): number {
  return (price.unit_amount ?? 0) * quantity;
}

type LineParts = {
  subscription: Subscription;
  invoice: string;
  item: SubscriptionItem;
  used: { id: string; amount: number } | null;
};

function invoiceLine(world: World, { subscription, invoice, item, used }: LineParts): InvoiceLine {
  const { price, quantity } = item;
  const amounts = lineAmounts(price.unit_amount ?? 0, quantity, item.tax_rates, used?.amount ?? 0);
  return {
    id: newId("il"),
    object: "line_item",
    amount: amounts.subtotal,
    currency: price.currency,
    description: wordingOf(world, item),
    discount_amounts: used ? [{ amount: used.amount, discount: used.id }] : [],
    discountable: true,
    discounts: [],
    invoice,
    livemode: false,
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
    pretax_credit_amounts: used ? [{ amount: used.amount, discount: used.id, type: "discount" }] : [],
    pricing: {
      price_details: { price: price.id, product: price.product },
      type: "price_details",
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity,
    quantity_decimal: String(quantity),
    subscription: subscription.id,
    subtotal: amounts.subtotal,
    taxes: amounts.taxes.map(invoiceTax),
  };
}

/** "1 × Course (at £18.00 / month)", as Stripe words it. */
function wordingOf(world: World, { price, quantity }: SubscriptionItem): string {
  const name = world.store.get(products, price.product)?.name ?? price.product;
  const { interval, interval_count: count } = price.recurring ?? { interval: "month", interval_count: 1 };
  const every = count === 1 ? interval : `every ${count} ${interval}s`;
  return `${quantity} × ${name} (at ${formatMoney(price.unit_amount ?? 0, price.currency)} / ${every})`;
}

/** Converts a tax from the shape of Checkout to that of invoices. */
function invoiceTax(tax: Stripe.LineItem.Tax): Stripe.InvoiceLineItem.Tax {
  return {
    amount: tax.amount,
    tax_behavior: tax.rate.inclusive ? "inclusive" : "exclusive",
    tax_rate_details: { tax_rate: tax.rate.id },
    taxability_reason: "not_available",
    taxable_amount: tax.taxable_amount,
    type: "tax_rate_details",
  };
}
