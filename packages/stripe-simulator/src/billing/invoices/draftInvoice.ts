import type Stripe from "stripe";
import { newId } from "../../api/ids.ts";
import type { PaymentIntent } from "../../charges/objects.ts";
import { type Customer, customers } from "../../customers/customer.ts";
import { taxIdsOf } from "../../customers/taxId.ts";
import type { Discount } from "../../discounts/objects.ts";
import { emit } from "../../webhooks/emit.ts";
import { requireObject, type World } from "../../world.ts";
import { liveDiscount } from "../subscriptions/discount.ts";
import type { Subscription } from "../subscriptions/objects.ts";
import { linesOf, soldBySubscription } from "./invoiceLines.ts";
import { type Invoice, type InvoiceLine, type InvoicePayment, invoicePayments, invoices } from "./objects.ts";

type Occasion = {
  reason: "subscription_create" | "subscription_cycle";
  /** The period before the one that is charged; for the first invoice, both dates are now. Unix seconds. */
  period: { start: number; end: number };
  /** When it will be finalised automatically, in Unix seconds; null if it will not. */
  finalisesAt: number | null;
};

/** Stores a draft invoice for the subscription's current period and emits its event. */
export function draftInvoice(world: World, subscription: Subscription, occasion: Occasion): Invoice {
  return newDraft(world, {
    customer: requireObject(world, customers, subscription.customer),
    currency: subscription.currency,
    discount: liveDiscount(world, subscription),
    sold: soldBySubscription(world, subscription),
    auto_advance: occasion.finalisesAt !== null,
    automatically_finalizes_at: occasion.finalisesAt,
    billing_reason: occasion.reason,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: "subscription_details",
    },
    period_end: occasion.period.end,
    period_start: occasion.period.start,
  });
}

type Draft = Partial<Omit<Invoice, "currency" | "customer">> & {
  customer: Customer;
  currency: string;
  discount: Discount | null;
  sold: Parameters<typeof linesOf>[1];
};

/** Stores a draft invoice and emits its event. Fields that are not given are empty or the customer's defaults. */
export function newDraft(world: World, { customer, discount, sold, ...given }: Draft): Invoice {
  const id = newId("in");
  const lines = linesOf(id, sold, discount);
  const { custom_fields, footer } = customer.invoice_settings;
  const invoice = world.store.put(invoices, {
    ...unusedFeatures,
    ...totalsOf(lines),
    ...snapshotOf(world, customer),
    id,
    object: "invoice",
    account_name: world.siteName,
    auto_advance: false,
    automatically_finalizes_at: null,
    billing_reason: "manual",
    collection_method: "charge_automatically",
    created: world.now(),
    custom_fields,
    customer: customer.id,
    default_payment_method: null,
    default_tax_rates: [],
    discounts: discount ? [discount.id] : [],
    footer,
    lines: { object: "list", data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    livemode: false,
    parent: null,
    payments: { object: "list", data: [], has_more: false, url: `/v1/invoice_payments?invoice=${id}` },
    period_end: world.now(),
    period_start: world.now(),
    status: "draft",
    ...given,
  });
  emit(world, "invoice.created", invoice);
  return invoice;
}

/** The customer as shown on an invoice. It no longer changes once the invoice is finalised. */
function snapshotOf(world: World, customer: Customer) {
  return {
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_tax_exempt: customer.tax_exempt ?? "none",
    customer_tax_ids: taxIdsOf(world, customer.id),
  } satisfies Partial<Invoice>;
}

/** Sums the lines; tax is added on top. */
export function totalsOf(lines: readonly InvoiceLine[]) {
  const taxes = lines.flatMap((line) => line.taxes);
  const used = lines.flatMap((line) => line.discount_amounts);
  const off = used.reduce((sum, { amount }) => sum + amount, 0);
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0);
  const total = taxes.reduce((sum, tax) => sum + tax.amount, subtotal - off);
  // All lines share one discount.
  const perDiscount = used.slice(0, 1).map(({ discount }) => ({ amount: off, discount }));
  return {
    amount_due: total,
    amount_paid: 0,
    amount_remaining: total,
    subtotal,
    subtotal_excluding_tax: subtotal,
    total,
    total_discount_amounts: perDiscount,
    total_excluding_tax: subtotal - off,
    total_pretax_credit_amounts: perDiscount.map((each) => ({ ...each, type: "discount" as const })),
    total_taxes: taxesByRate(taxes),
  };
}

export function taxesByRate(taxes: readonly Stripe.InvoiceLineItem.Tax[]): Stripe.Invoice.TotalTax[] {
  const byRate = new Map<string, Stripe.Invoice.TotalTax>();
  for (const tax of taxes) {
    const rate = tax.tax_rate_details?.tax_rate ?? "";
    const before = byRate.get(rate);
    byRate.set(rate, {
      ...tax,
      amount: tax.amount + (before?.amount ?? 0),
      taxable_amount: (tax.taxable_amount ?? 0) + (before?.taxable_amount ?? 0),
    });
  }
  return [...byRate.values()];
}

/** Fields of features that are not simulated, or set later. */
const unusedFeatures = {
  account_country: "GB",
  account_tax_ids: null,
  amount_overpaid: 0,
  amount_shipping: 0,
  application: null,
  attempt_count: 0,
  attempted: false,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
  customer_account: null,
  default_source: null,
  description: null,
  due_date: null,
  effective_at: null,
  ending_balance: null,
  hosted_invoice_url: null,
  invoice_pdf: null,
  issuer: { type: "self" },
  latest_revision: null,
  metadata: {},
  next_payment_attempt: null,
  number: null,
  payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  rendering: null,
  shipping_details: null,
  starting_balance: 0,
  status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
} satisfies Partial<Invoice>;

const SEQUENCE_DIGITS = 4;

/** The next number in the customer's sequence; never used again, and without gaps. */
function nextNumber(world: World, customer: Customer): string {
  const sequence = customer.next_invoice_sequence ?? 1;
  world.store.put(customers, { ...customer, next_invoice_sequence: sequence + 1 });
  return `${customer.invoice_prefix}-${String(sequence).padStart(SEQUENCE_DIGITS, "0")}`;
}

/**
 * Finalises a draft: sets its number, its page and, where money is due, its payment `intent`. After this, only the
 * status of the invoice can change.
 */
export function numberInvoice(world: World, draft: Invoice, intent: PaymentIntent | null): Invoice {
  const customer = requireObject(world, customers, draft.customer);
  const url = `${world.origin}/invoice/${draft.id}`;
  const open = world.store.put(invoices, {
    ...draft,
    ...snapshotOf(world, customer),
    automatically_finalizes_at: null,
    effective_at: world.now(),
    ending_balance: 0,
    hosted_invoice_url: url,
    invoice_pdf: `${url}/pdf`,
    number: nextNumber(world, customer),
    payments: {
      ...draft.payments,
      data: intent ? [newPayment(world, draft, intent)] : [],
    },
    status: "open",
    status_transitions: { ...draft.status_transitions, finalized_at: world.now() },
  });
  emit(world, "invoice.finalized", open);
  return open;
}

/** Links an invoice to the payment intent that pays it. */
function newPayment(world: World, invoice: Invoice, intent: PaymentIntent): InvoicePayment {
  return world.store.put(invoicePayments, {
    id: newId("inpay"),
    object: "invoice_payment",
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: world.now(),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: "payment_intent" },
    status: "open",
    status_transitions: { canceled_at: null, paid_at: null },
  });
}
