import { newId } from "../../api/ids.ts";
import type { PaymentIntent } from "../../charges/objects.ts";
import type { CheckoutSession } from "../../checkout/objects.ts";
import { customers } from "../../customers/customer.ts";
import { type Discount, discounts } from "../../discounts/objects.ts";
import { emit } from "../../webhooks/emit.ts";
import { requireObject, type World } from "../../world.ts";
import { newDraft, numberInvoice, totalsOf } from "./draftInvoice.ts";
import { linesOf, pricingOf, soldByItems } from "./invoiceLines.ts";
import { markPaid } from "./markPaid.ts";
import { type Invoice, type InvoiceItem, invoiceItems } from "./objects.ts";

/** Items on an invoice, oldest first. */
export function itemsOf({ store }: World, invoice: string): InvoiceItem[] {
  return store
    .all(invoiceItems)
    .filter((each) => each.invoice === invoice)
    .reverse();
}

type NewItem = Pick<
  InvoiceItem,
  "currency" | "customer" | "description" | "invoice" | "pricing" | "tax_rates"
> & { unitAmount: number; quantity: number };

export function newItem(world: World, { unitAmount, quantity, ...given }: NewItem): InvoiceItem {
  const item = world.store.put(invoiceItems, {
    id: newId("ii"),
    object: "invoiceitem",
    amount: unitAmount * quantity,
    customer_account: null,
    date: world.now(),
    discountable: true,
    discounts: [],
    livemode: false,
    metadata: {},
    parent: null,
    period: { end: world.now(), start: world.now() },
    proration: false,
    quantity,
    quantity_decimal: String(quantity),
    ...given,
  });
  emit(world, "invoiceitem.created", item);
  return item;
}

/** Builds the lines and amounts of a draft again, from its items. */
export function refreshDraft(world: World, draft: Invoice): Invoice {
  const discount = world.store.get(discounts, draft.discounts[0] ?? "") ?? null;
  const lines = linesOf(draft.id, soldByItems(itemsOf(world, draft.id)), discount);
  return { ...draft, ...totalsOf(lines), lines: { ...draft.lines, data: lines } };
}

/**
 * After a payment in Checkout, creates its invoice if the session asks for one, and returns the session that links to it.
 * Nothing was paid in a free order, so it has no invoice (docs.stripe.com/payments/checkout/post-payment-invoices:
 * "for successful one-time payments").
 */
export function invoiceForSession(
  world: World,
  session: CheckoutSession,
  customerId: string | null,
  intent: PaymentIntent,
): CheckoutSession {
  if (!session.invoice_creation?.enabled || customerId === null) return session;
  const data = session.invoice_creation.invoice_data;
  const items = session.line_items.data.map((line) =>
    newItem(world, {
      currency: line.currency,
      customer: customerId,
      description: line.description,
      invoice: null,
      pricing: pricingOf(line.price),
      quantity: line.quantity,
      tax_rates: line.taxes.map(({ rate }) => rate),
      unitAmount: line.price.unit_amount ?? 0,
    }),
  );
  const customer = requireObject(world, customers, customerId);
  const discount: Discount | undefined = world.store
    .all(discounts)
    .find((each) => each.checkout_session === session.id);
  const draft = newDraft(world, {
    customer,
    currency: session.currency,
    discount: discount ?? null,
    sold: soldByItems(items),
    custom_fields: data.custom_fields ?? customer.invoice_settings.custom_fields,
    metadata: data.metadata ?? {},
  });
  for (const item of items) world.store.put(invoiceItems, { ...item, invoice: draft.id });
  markPaid(world, numberInvoice(world, draft, intent));
  return { ...session, invoice: draft.id };
}
