import { expect, test } from "vitest";
import { buyPlan, idOf, startBilling } from "./support/billing.ts";
import { buyWithInvoice, draftByHand, eventTypes, FIRM, FOR_ORGANISATIONS } from "./support/invoicing.ts";
import { CARD, control, makeSession, pay, startSimulator } from "./support/simulator.ts";

test("a paid session with invoice creation has a paid invoice with the buyer's details and the same amounts", async () => {
  const { stripe } = await startSimulator();
  const coupon = await stripe.coupons.create({ percent_off: 33 });
  const { reply, session, invoice, customer } = await buyWithInvoice(stripe, {
    discounts: [{ coupon: coupon.id }],
  });
  expect(reply.status).toBe(303);
  const address = {
    line1: "1 High Street",
    city: "Leeds",
    country: "GB",
    postal_code: CARD.billingPostalCode,
  };
  expect(session).toMatchObject({
    amount_total: 4020,
    customer_details: {
      address,
      business_name: "Example Charity",
      name: "Example Charity",
      tax_ids: [{ type: "gb_vat", value: "GB123456789" }],
    },
    custom_fields: [{ key: "po", text: { value: "PO-2027-1" } }],
  });
  expect(customer).toMatchObject({ name: "Example Charity", address });
  expect((await stripe.customers.listTaxIds(customer.id)).data).toMatchObject([
    { value: "GB123456789", country: "GB" },
  ]);
  expect(invoice).toMatchObject({
    status: "paid",
    billing_reason: "manual",
    number: expect.stringMatching(/^[A-Z0-9]{8}-0001$/),
    customer_name: "Example Charity",
    customer_address: address,
    customer_tax_ids: [{ type: "gb_vat", value: "GB123456789" }],
    metadata: { order: "1" },
    subtotal: 5000,
    total_discount_amounts: [{ amount: 1650 }],
    total_taxes: [{ amount: 670, taxable_amount: 3350 }],
    total: 4020,
    amount_paid: 4020,
    payments: {
      data: [{ status: "paid", amount_paid: 4020, payment: { payment_intent: session.payment_intent } }],
    },
  });
  const types = await eventTypes(stripe);
  for (const type of ["invoice.created", "invoice.finalized", "invoice.paid", "invoice.payment_succeeded"]) {
    expect(
      types.filter((each) => each === type),
      type,
    ).toHaveLength(1);
  }
});

test("a free order creates a customer and no invoice", async () => {
  const { stripe } = await startSimulator();
  const coupon = await stripe.coupons.create({ percent_off: 100 });
  const { session, invoice, customer } = await buyWithInvoice(stripe, { discounts: [{ coupon: coupon.id }] });
  expect(session).toMatchObject({
    status: "complete",
    payment_status: "no_payment_required",
    payment_intent: null,
  });
  expect([invoice, customer.name]).toEqual([null, "Example Charity"]);
});

test.each([
  [{ taxId: "GB12345" }, "as in this example: GB123456789"],
  [{ taxId: "DE123456789" }, "Your tax ID is invalid."],
  [{ billingCountry: "DE", taxId: "GB123456789" }, "as in this example: DE123456789"],
  [{ businessName: "" }, "Your business name is incomplete."],
  [{ billingAddressLine1: "" }, "Your billing address is incomplete."],
  [{ "custom-po": "x".repeat(101) }, "Purchase order number: use at most 100 characters."],
])("the payment page refuses %j, keeps what was typed and charges nothing", async (typed, message) => {
  const { stripe } = await startSimulator();
  const session = await makeSession(stripe, FOR_ORGANISATIONS);
  const reply = await pay(session.url ?? "", { ...CARD, ...FIRM, ...typed });
  expect(reply.status).toBe(422);
  expect(reply.html).toContain(message);
  expect(reply.html).toContain('value="Leeds"');
  expect((await stripe.paymentIntents.list()).data).toEqual([]);
});

test.each([
  ["GB", "gb-gd001", "gb_vat", "GBGD001"],
  ["GB", "XI 123 456 789", "eu_vat", "XI123456789"],
  ["GR", "EL123456789", "eu_vat", "EL123456789"],
  ["AT", "atu 12345678", "eu_vat", "ATU12345678"],
  ["NL", "NL123456789B12", "eu_vat", "NL123456789B12"],
  ["CH", "CHE-123.456.789 MWST", "ch_vat", "CHE123456789MWST"],
])("a business in %s may type the tax ID %j", async (billingCountry, taxId, type, value) => {
  const { stripe } = await startSimulator();
  const session = await makeSession(stripe, FOR_ORGANISATIONS);
  await pay(session.url ?? "", { ...CARD, ...FIRM, billingCountry, taxId });
  const { customer_details: details } = await stripe.checkout.sessions.retrieve(session.id);
  expect(details?.tax_ids).toEqual([{ type, value }]);
});

test("a session's new parameters are checked as Stripe does", async () => {
  const { stripe } = await startSimulator();
  const field = { label: { custom: "PO", type: "custom" as const }, type: "text" as const };
  const attempts: [Parameters<typeof makeSession>[1], string, string?][] = [
    [{ custom_fields: [{ ...field, key: "po-number" }] }, "alphanumeric", "custom_fields[0][key]"],
    [{ custom_fields: ["a", "b", "c", "d"].map((key) => ({ ...field, key })) }, "up to 3", "custom_fields"],
    [
      { custom_fields: [{ ...field, key: "a", label: { custom: "x".repeat(51), type: "custom" } }] },
      "at most 50",
    ],
  ];
  for (const [params, message, param] of attempts) {
    const refused = expect(makeSession(stripe, params)).rejects;
    await refused.toMatchObject({ message: expect.stringContaining(message), ...(param ? { param } : {}) });
  }
  const price = await stripe.prices.create({
    currency: "gbp",
    product: (await stripe.products.create({ name: "Plan" })).id,
    recurring: { interval: "month" },
    unit_amount: 1000,
  });
  const plan = { mode: "subscription" as const, line_items: [{ price: price.id, quantity: 1 }] };
  await expect(makeSession(stripe, { ...plan, invoice_creation: { enabled: true } })).rejects.toMatchObject({
    param: "invoice_creation",
  });
});

test("a plan's invoices show the buyer's tax ID, and the customer's custom fields from then on", async () => {
  const { stripe, advance } = await startBilling();
  const { tax_id_collection, billing_address_collection } = FOR_ORGANISATIONS;
  const asked = { tax_id_collection, billing_address_collection } as typeof FOR_ORGANISATIONS;
  const subscription = await buyPlan(stripe, asked, FIRM);
  const customer = idOf(subscription.customer);
  const custom_fields = [{ name: "Purchase order", value: "PO-2027-1" }];
  await stripe.customers.update(customer, { invoice_settings: { custom_fields } });
  await advance({ months: 1 });
  const { data } = await stripe.invoices.list({ customer });
  expect(data.map((each) => each.custom_fields)).toEqual([custom_fields, null]);
  for (const invoice of data) {
    expect(invoice).toMatchObject({
      customer_name: "Example Charity",
      customer_tax_ids: [{ value: "GB123456789" }],
    });
  }
});

test("an invoice by hand is drafted, sent and paid by a bank transfer", async () => {
  const { stripe, url } = await startSimulator();
  const { draft, customer } = await draftByHand(stripe);
  expect(draft).toMatchObject({
    status: "draft",
    number: null,
    total: 60_000,
    due_date: draft.created + 30 * 86_400,
  });
  const sent = await stripe.invoices.sendInvoice(draft.id);
  expect(sent).toMatchObject({
    status: "open",
    number: `${customer.invoice_prefix}-0001`,
    amount_remaining: 60_000,
    customer_tax_ids: [{ type: "gb_vat", value: "GB123456789" }],
    lines: { data: [{ description: "AI Fluency in 30 Days", taxes: [{ amount: 10_000 }] }] },
  });
  const transfer = (amount: number) => control(url, `/customers/${customer.id}/transfers`, { amount });
  await transfer(25_000);
  expect(await stripe.invoices.retrieve(draft.id)).toMatchObject({ status: "open", amount_paid: 0 });
  await transfer(40_000);
  const paid = await stripe.invoices.retrieve(draft.id, { expand: ["payments"] });
  expect(paid).toMatchObject({
    status: "paid",
    amount_paid: 60_000,
    payments: { data: [{ status: "paid" }] },
  });
  expect((await stripe.customers.retrieveCashBalance(customer.id)).available).toEqual({ gbp: 5000 });
  expect(await eventTypes(stripe)).toEqual(
    expect.arrayContaining([
      "invoiceitem.created",
      "invoice.sent",
      "cash_balance.funds_available",
      "invoice.paid",
    ]),
  );
  const [charge] = (await stripe.charges.list()).data;
  expect(charge).toMatchObject({ amount: 60_000, payment_method_details: { type: "customer_balance" } });
  await stripe.refunds.create({ charge: charge?.id ?? "", amount: 1000 });
  expect((await stripe.customers.retrieveCashBalance(customer.id)).available).toEqual({ gbp: 6000 });
});

test("a discount code reduces an invoice by hand and is then used up; drafts can be deleted, open invoices voided", async () => {
  const { stripe } = await startSimulator();
  const coupon = await stripe.coupons.create({ percent_off: 50 });
  const { id } = await stripe.promotionCodes.create({
    promotion: { type: "coupon", coupon: coupon.id },
    max_redemptions: 1,
  });
  const discounts = [{ promotion_code: id }];
  const { draft } = await draftByHand(stripe, { discounts });
  expect(draft).toMatchObject({ subtotal: 50_000, total: 30_000, lines: { data: [{ amount: 50_000 }] } });
  await expect(draftByHand(stripe, { discounts })).rejects.toThrow("redeemed the maximum number of times");
  expect(await stripe.invoices.del(draft.id)).toMatchObject({ deleted: true });
  const { draft: other } = await draftByHand(stripe);
  await expect(stripe.invoices.voidInvoice(other.id)).rejects.toThrow("only void open invoices");
  await stripe.invoices.finalizeInvoice(other.id);
  await expect(stripe.invoices.del(other.id)).rejects.toMatchObject({ code: "invoice_not_editable" });
  expect((await stripe.invoices.voidInvoice(other.id)).status).toBe("void");
});

test("several of one price are counted on the payment page, the invoice and its page, and can be refunded one by one", async () => {
  const { stripe } = await startSimulator();
  const product = await stripe.products.create({ name: "AI Fluency in 30 Days" });
  const price = await stripe.prices.create({ product: product.id, currency: "gbp", unit_amount: 500_00 });
  const vat = await stripe.taxRates.create({ display_name: "VAT", percentage: 20, inclusive: false });
  const line_items = [{ price: price.id, quantity: 25, tax_rates: [vat.id] }];
  const open = await makeSession(stripe, { line_items });
  expect(open).toMatchObject({ amount_subtotal: 12_500_00, amount_total: 15_000_00 });
  expect(await (await fetch(open.url ?? "")).text()).toContain("Qty 25, £500.00 each");
  const { invoice, session } = await buyWithInvoice(stripe, { line_items });
  expect(invoice).toMatchObject({
    total: 15_000_00,
    lines: { data: [{ quantity: 25, amount: 12_500_00, pricing: { unit_amount_decimal: "50000" } }] },
  });
  expect(await (await fetch(invoice.hosted_invoice_url ?? "")).text()).toContain("Qty 25, £500.00 each");
  await stripe.refunds.create({ payment_intent: String(session.payment_intent), amount: 12 * 600_00 });
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(String(session.payment_intent));
  expect(await stripe.charges.retrieve(String(charge))).toMatchObject({ amount_refunded: 7_200_00 });
});
