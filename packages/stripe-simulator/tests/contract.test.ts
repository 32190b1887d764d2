import { expect, test } from "vitest";
import { buyWithInvoice, credit, draftByHand } from "./support/invoicing.ts";
import { control, startSimulator } from "./support/simulator.ts";
import { STRIPE_SHAPES } from "./support/stripeShapes.ts";

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
