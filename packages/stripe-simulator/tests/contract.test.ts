import { expect, test } from "vitest";
import { buyWithInvoice, credit, draftByHand } from "./support/invoicing.ts";
import { control, startSimulator } from "./support/simulator.ts";

/** The fields of Stripe's published fixtures for this API version, with the type of their sample ("null" if it has none). */
const STRIPE_SHAPES: { readonly [object: string]: string } = {
  cash_balance:
    "available:object customer:string customer_account:null livemode:boolean object:string settings:object",
  "checkout.session":
    "adaptive_pricing:object after_expiration:object allow_promotion_codes:null amount_subtotal:null amount_total:null automatic_tax:object billing_address_collection:null cancel_url:string client_reference_id:null client_secret:null collected_information:object consent:object consent_collection:object created:number currency:null currency_conversion:object custom_fields:list custom_text:object customer:null customer_account:null customer_creation:null customer_details:object customer_email:null discounts:null expires_at:number id:string integration_identifier:null invoice:null invoice_creation:object livemode:boolean locale:null managed_payments:object metadata:object mode:string object:string origin_context:null payment_intent:string payment_link:null payment_method_collection:null payment_method_configuration_details:object payment_method_options:object payment_method_types:list payment_status:string permissions:object phone_number_collection:object recovered_from:null saved_payment_method_options:object setup_intent:null shipping_address_collection:object shipping_cost:object shipping_options:list status:string submit_type:null subscription:null success_url:string total_details:object ui_mode:null url:string wallet_options:object",
  credit_note:
    "amount:number amount_shipping:number created:number currency:string customer:string customer_account:null customer_balance_transaction:null discount_amount:number discount_amounts:list effective_at:number id:string invoice:string lines:object livemode:boolean memo:null metadata:object number:string object:string out_of_band_amount:null pdf:string post_payment_amount:number pre_payment_amount:number pretax_credit_amounts:list reason:null refunds:list shipping_cost:object status:string subtotal:number subtotal_excluding_tax:number total:number total_excluding_tax:null total_taxes:null type:string voided_at:number",
  credit_note_line_item:
    "amount:number description:string discount_amount:number discount_amounts:list id:string invoice_line_item:string livemode:boolean metadata:null object:string pretax_credit_amounts:list quantity:number tax_rates:list taxes:null type:string unit_amount:null unit_amount_decimal:null",
  customer:
    "address:object balance:number created:number currency:string default_source:null delinquent:boolean description:null discount:object email:null id:string invoice_prefix:string invoice_settings:object livemode:boolean metadata:object name:null next_invoice_sequence:number object:string phone:null preferred_locales:list shipping:object tax_exempt:string test_clock:null",
  customer_cash_balance_transaction:
    "created:number currency:string customer:string customer_account:null ending_balance:number funded:object id:string livemode:boolean net_amount:number object:string type:string",
  invoice:
    "account_country:string account_name:null account_tax_ids:null amount_due:number amount_overpaid:number amount_paid:number amount_remaining:number amount_shipping:number application:null attempt_count:number attempted:boolean auto_advance:boolean automatic_tax:object automatically_finalizes_at:null billing_reason:string collection_method:string created:number currency:string custom_fields:null customer:string customer_account:null customer_address:object customer_email:null customer_name:null customer_phone:null customer_shipping:object customer_tax_exempt:string customer_tax_ids:list default_payment_method:null default_source:null default_tax_rates:list description:null discounts:list due_date:number effective_at:number ending_balance:null footer:null from_invoice:object hosted_invoice_url:null id:string invoice_pdf:null issuer:object last_finalization_error:object latest_revision:null lines:object livemode:boolean metadata:object next_payment_attempt:number number:null object:string on_behalf_of:null parent:object payment_settings:object period_end:number period_start:number post_payment_credit_notes_amount:number pre_payment_credit_notes_amount:number receipt_number:null rendering:object shipping_cost:object shipping_details:object starting_balance:number statement_descriptor:null status:string status_transitions:object subscription:null subtotal:number subtotal_excluding_tax:number test_clock:null total:number total_discount_amounts:list total_excluding_tax:number total_pretax_credit_amounts:null total_taxes:null webhooks_delivered_at:number",
  invoice_payment:
    "amount_paid:null amount_requested:number created:number currency:string id:string invoice:string is_default:boolean livemode:boolean object:string payment:object status:string status_transitions:object",
  line_item:
    "amount:number currency:string description:string discount_amounts:list discountable:boolean discounts:list id:string invoice:string livemode:boolean metadata:object object:string parent:object period:object pretax_credit_amounts:null pricing:object quantity:number quantity_decimal:null subscription:null subtotal:number taxes:null",
  tax_id:
    "country:string created:number customer:string customer_account:null id:string livemode:boolean object:string owner:object type:string value:string verification:object",
};

/** Fields that Stripe's fixtures fill and the simulator leaves out, because it has nothing like them. */
const LEFT_OUT: { readonly [object: string]: string[] } = {
  "checkout.session": [
    "consent",
    "consent_collection",
    "currency_conversion",
    "custom_text",
    "payment_method_configuration_details",
    "payment_method_options",
    "permissions",
    "saved_payment_method_options",
    "shipping_address_collection",
    "shipping_cost",
    "wallet_options",
  ],
  customer: ["shipping"],
  invoice: [
    "customer_shipping",
    "from_invoice",
    "last_finalization_error",
    "shipping_cost",
    "webhooks_delivered_at",
  ],
  // Credit notes have custom lines only.
  credit_note_line_item: ["invoice_line_item"],
};

/** Fields of Stripe's types that its fixtures lack, because they are optional or shown by `expand[]` alone. */
const OPTIONAL: { readonly [object: string]: string[] } = {
  "checkout.session": ["allowed_payment_method_types", "name_collection", "tax_id_collection"],
  customer: ["customer_account"],
  invoice: ["payments"],
};

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "list" : typeof value;
}

test("the objects around invoices have the fields and types of Stripe's fixtures", async () => {
  const { stripe, url } = await startSimulator();
  const { draft, customer } = await draftByHand(stripe);
  await stripe.invoices.sendInvoice(draft.id);
  await control(url, `/customers/${customer.id}/transfers`, { amount: 70_000 });
  const paid = await stripe.invoices.retrieve(draft.id);
  const note = await credit(stripe, paid, { net: 500 });
  const bought = await buyWithInvoice(stripe);
  const shown: object[] = [
    paid,
    bought.invoice,
    await stripe.checkout.sessions.retrieve(bought.session.id),
    note,
    paid.lines.data[0],
    note.lines.data[0],
    await stripe.customers.retrieve(customer.id),
    await stripe.customers.retrieveCashBalance(customer.id),
    ...(await stripe.customers.listCashBalanceTransactions(customer.id)).data.slice(-1),
    ...(await stripe.customers.listTaxIds(customer.id)).data,
    ...(await stripe.invoicePayments.list({ invoice: draft.id })).data,
  ].filter((each) => each !== undefined);
  const found: { [object: string]: object } = {};
  for (const each of shown) {
    const { object } = each as { object: string };
    const fields = new Map(
      STRIPE_SHAPES[object]?.split(" ").map((field) => field.split(":") as [string, string]),
    );
    const values = new Map<string, unknown>(Object.entries(JSON.parse(JSON.stringify(each))));
    const unknown = [...values.keys()].filter(
      (name) => !fields.has(name) && !OPTIONAL[object]?.includes(name),
    );
    const different = [...values].filter(([name, value]) => {
      const type = fields.get(name);
      return value !== null && type && type !== "null" && type !== typeOf(value);
    });
    const missing = [...fields]
      .filter(([name, type]) => type !== "null" && !values.has(name))
      .map(([name]) => name);
    found[object] = { ...found[object], unknown, different, missing };
  }
  const expected = Object.keys(found).map((object) => [
    object,
    { unknown: [], different: [], missing: LEFT_OUT[object] ?? [] },
  ]);
  expect(found).toEqual(Object.fromEntries(expected));
  expect(Object.keys(found).sort()).toEqual(Object.keys(STRIPE_SHAPES));
});
