import Stripe from "stripe";
import { DatabaseError } from "../database.ts";
import type { Call } from "../http/serve.ts";
import type { Order } from "../orders/order.ts";
import { creditRefunds } from "./creditRefunds.ts";
import { stripeClient } from "./stripe.ts";

// Invoices come from the provider (docs/decisions/0085-invoices-come-from-stripe.md).

export type Invoice = { id: string; number: string };

/** The field of the provider's payment page. Its key may only have letters and digits. */
const PURCHASE_ORDER_KEY = "purchaseorder";
/** The provider's limits for a field on an invoice. */
const FIELD_CHARACTERS = 140;

/** What the payment page asks for the invoice. A student buys as a person, so only what the card needs. */
export function buyerQuestions(isOrganisation: boolean) {
  if (!isOrganisation) return { billing_address_collection: "auto" } as const;
  return {
    billing_address_collection: "required",
    // Whose name the invoice is made out to.
    name_collection: { business: { enabled: true, optional: false } },
    tax_id_collection: { enabled: true },
    custom_fields: [
      {
        key: PURCHASE_ORDER_KEY,
        label: { type: "custom", custom: "Purchase order number" },
        type: "text",
        optional: true,
        text: { maximum_length: FIELD_CHARACTERS },
      },
    ],
  } satisfies Partial<Stripe.Checkout.SessionCreateParams>;
}

/** The number that was entered on the payment page, or "". */
export function purchaseOrderOf({ custom_fields: fields }: Pick<Stripe.Checkout.Session, "custom_fields">) {
  return fields.find(({ key }) => key === PURCHASE_ORDER_KEY)?.text?.value?.trim() ?? "";
}

/** Printed on an invoice beside its number. */
export function invoiceFields({
  organization,
  purchaseOrder = "",
}: {
  organization: string;
  purchaseOrder?: string;
}) {
  const fields = [
    { name: "Organisation", value: organization },
    { name: "Purchase order", value: purchaseOrder },
  ];
  return fields
    .filter(({ value }) => value !== "")
    .map(({ name, value }) => ({ name, value: Array.from(value).slice(0, FIELD_CHARACTERS).join("") }));
}

/**
 * Puts the organisation and its purchase order number on the invoices that a plan's customer gets from now on. The first one
 * is already issued. A fault is logged: neither access nor the end of the plan may depend on it.
 */
export async function labelInvoices(call: Call, order: Order, customer: string): Promise<void> {
  // A student's organisation is the university, which buys nothing.
  if (order.tier === "student") return;
  const fields = invoiceFields({ organization: order.organization, purchaseOrder: order.purchase_order });
  try {
    await stripeClient(call.env).customers.update(customer, { invoice_settings: { custom_fields: fields } });
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    call.log.fault("invoices_not_labelled", error, { order: order.id });
  }
}

/** The session's invoice, or null if there is none or it has no number yet. */
export async function invoiceOf(
  call: Call,
  { invoice }: Pick<Stripe.Checkout.Session, "invoice">,
): Promise<Invoice | null> {
  if (!invoice) return null;
  const id = typeof invoice === "string" ? invoice : invoice.id;
  if (!id) return null;
  const { number } = await stripeClient(call.env).invoices.retrieve(id);
  return number ? { id, number } : null;
}

/**
 * The provider may issue the invoice of a full payment after the order has been granted. A refund may have come before it
 * too.
 */
export async function storeLateInvoice(
  call: Call,
  order: Order,
  session: Pick<Stripe.Checkout.Session, "invoice">,
): Promise<void> {
  if (order.plan !== "full" || !session.invoice) return;
  const waiting = { order_id: order.id, number: 1 };
  const payments = () => call.admin.from("order_payments");
  const { data, error } = await payments().select("id").match(waiting).is("invoice_id", null);
  if (error) throw new DatabaseError("order_payments", error);
  const invoice = data.length > 0 ? await invoiceOf(call, session) : null;
  if (!invoice) return;
  const stored = await payments()
    .update({ invoice_id: invoice.id, invoice_number: invoice.number })
    .match(waiting)
    .select("payment_intent_id, refunded_pence")
    .single<{ payment_intent_id: string | null; refunded_pence: number }>();
  if (stored.error) throw new DatabaseError("order_payments", stored.error);
  const { payment_intent_id: intent, refunded_pence: refunded } = stored.data;
  if (intent && refunded > 0) await creditRefunds(call, intent);
}
