import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { type Member, signInAs } from "../../staff/members.ts";
import { eventually } from "../../support/eventually.ts";
import { withAcademy } from "../../support/server/academy.ts";
import { withProviderProxy } from "../../support/server/providerProxy.ts";
import { expectConsoleError } from "../../support/setup/failOnConsoleError.ts";
import {
  DONE,
  INVOICED_PENCE,
  type InvoicedOrder,
  invoicedOrder,
  invoiceRequest,
  mailsOfOrder,
  moneyOf,
  openInvoice,
  transfer,
} from "../invoices.ts";
import { reconcile } from "../plans.ts";
import { enrollmentsOf } from "../shop.ts";

const academy = withAcademy();
const proxy = withProviderProxy();
let staff: Member;
beforeAll(async () => {
  staff = await signInAs(academy, "staff");
});

const open = () => openInvoice(academy, staff);
const stateOf = async ({ id }: InvoicedOrder) => (await invoicedOrder(academy, id)).status;
const voidIt = (orderId: string) =>
  staff.call("staff-invoice", { action: "void", orderId, attemptId: randomUUID(), reason: "Asked" });

async function expectPaidOnce(order: InvoicedOrder): Promise<void> {
  expect(await stateOf(order)).toBe("paid");
  expect(await enrollmentsOf(academy, order.email)).toEqual([{ tier: "professional", status: "active" }]);
  expect(await mailsOfOrder(academy, order.id)).toEqual({ credentials: 1, receipt: 1 });
}

async function expectReturned(order: InvoicedOrder, returned: number): Promise<void> {
  await eventually(async () => expect(await moneyOf(academy, order)).toEqual({ held: 0, returned }));
  await eventually(async () => expect((await invoicedOrder(academy, order.id)).balance_pence).toBe(0));
}

describe("S-136: events about an invoice", () => {
  it("have the effect of one when they arrive in the opposite order and twice", async () => {
    await academy.simulate("webhooks", { mode: "hold", copies: 2 });
    const order = await open();
    await transfer(academy, order, 300_00);
    await transfer(academy, order, INVOICED_PENCE);
    await academy.simulate("webhooks/release", { order: "backwards" });
    await eventually(() => expectPaidOnce(order));
    await expectReturned(order, 300_00);
  });

  it("are made up for by the timer when all of them are lost", async () => {
    await academy.simulate("webhooks", { mode: "drop" });
    const [paid, ended] = [await open(), await open()];
    await transfer(academy, paid, INVOICED_PENCE);
    await academy.stripe.invoices.voidInvoice(ended.invoice_id);
    expect(await reconcile(academy)).toMatchObject({ granted: 1, failed: 0 });
    await expectPaidOnce(paid);
    expect(await stateOf(ended)).toBe("expired");
    // Paid after it was void.
    await transfer(academy, ended, INVOICED_PENCE);
    await reconcile(academy);
    await expectReturned(ended, INVOICED_PENCE);
    expect(await mailsOfOrder(academy, ended.id)).toEqual({});
  });
});

describe("S-133: money for an invoice", () => {
  it("waits while it is a part, and counts once the rest has arrived", async () => {
    const order = await open();
    await transfer(academy, order, 20_00);
    await eventually(async () =>
      expect(await invoicedOrder(academy, order.id)).toMatchObject({
        status: "invoiced",
        balance_pence: 20_00,
      }),
    );
    await transfer(academy, order, INVOICED_PENCE - 20_00);
    await eventually(() => expectPaidOnce(order));
    await expectReturned(order, 0);
  });

  it("is sent back when it was paid twice, or too much", async () => {
    const order = await open();
    await transfer(academy, order, INVOICED_PENCE + 1);
    await expectReturned(order, 1);
    await transfer(academy, order, INVOICED_PENCE);
    await expectReturned(order, 1 + INVOICED_PENCE);
    await expectPaidOnce(order);
  });

  it("is sent back when it was a part and staff void the invoice", async () => {
    const order = await open();
    await transfer(academy, order, 300_00);
    expect(await voidIt(order.id)).toMatchObject(DONE);
    await expectReturned(order, 300_00);
    expect(await stateOf(order)).toBe("expired");
  });
});

/** The payment intent of a paid invoice. */
async function intentOf({ invoice_id }: InvoicedOrder): Promise<string> {
  const { payments } = await academy.stripe.invoices.retrieve(invoice_id, { expand: ["payments"] });
  return String(payments?.data[0]?.payment.payment_intent);
}

describe("S-136: a refund of an invoice", () => {
  it("counts when its event arrives before the payment's", async () => {
    await academy.simulate("webhooks", { mode: "hold" });
    const order = await open();
    await transfer(academy, order, INVOICED_PENCE);
    await academy.stripe.refunds.create({ payment_intent: await intentOf(order) });
    await academy.simulate("webhooks/release", { order: ["charge.refunded"] });
    await eventually(async () => expect(await stateOf(order)).toBe("refunded"));
    await academy.setWebhooks("deliver");
    await expectReturned(order, INVOICED_PENCE);
  });

  it("reaches the bank after the buyer's account was deleted", async () => {
    const order = await open();
    await transfer(academy, order, INVOICED_PENCE);
    await eventually(() => expectPaidOnce(order));
    await academy.backend.query("select private.anonymise_order($1)", [order.id]);
    await academy.stripe.refunds.create({ payment_intent: await intentOf(order) });
    await expectReturned(order, INVOICED_PENCE);
  });
});

describe("S-136: an overdue invoice", () => {
  it("becomes void 30 days after its due date, unless a part was paid", async () => {
    const [early, late, part] = [await open(), await open(), await open()];
    await transfer(academy, part, 300_00);
    await eventually(async () => expect((await invoicedOrder(academy, part.id)).balance_pence).toBe(300_00));
    const dueAgo = (days: number, { id }: InvoicedOrder) =>
      academy.backend.query(
        "update public.order_invoices set due_at = now() - make_interval(days => $1) where order_id = $2",
        [days, id],
      );
    await Promise.all([dueAgo(29, early), dueAgo(31, late), dueAgo(31, part)]);
    await reconcile(academy);
    expect(await Promise.all([early, late, part].map(stateOf))).toEqual(["invoiced", "expired", "invoiced"]);
    expect((await academy.stripe.invoices.retrieve(late.invoice_id)).status).toBe("void");
  });
});

describe("S-136: a crash while an invoice is opened", () => {
  /** The provider has one customer, invoice and line of this order, and has sent the invoice once. */
  async function expectOne(order: InvoicedOrder): Promise<void> {
    const { stripe } = academy;
    const customers = (await stripe.customers.list({ email: order.email })).data;
    expect(customers.map((each) => each.id)).toEqual([order.customer_id]);
    const invoices = (await stripe.invoices.list({ customer: order.customer_id })).data;
    expect(invoices.map((each) => [each.id, each.status, each.lines.data.length])).toEqual([
      [order.invoice_id, "open", 1],
    ]);
    const sent = await stripe.events.list({ type: "invoice.sent", limit: 100 });
    expect(
      sent.data.filter(({ data }) => "id" in data.object && data.object.id === order.invoice_id),
    ).toHaveLength(1);
  }

  it.each([
    ["customer", /^\/v1\/customers$/],
    ["invoice", /^\/v1\/invoices$/],
    ["line", /^\/v1\/invoiceitems$/],
    ["number", /\/finalize$/],
    ["email", /\/send$/],
  ])("before the %s exists is continued by a repeat, or by the timer", async (_, step) => {
    for (const isRepeated of [true, false]) {
      let isDown = true;
      proxy.setIntercept(async ({ method, path }) => {
        const isLost = isDown && method === "POST" && step.test(path);
        return isLost
          ? { status: 403, json: { error: { type: "invalid_request_error", message: "No" } } }
          : undefined;
      });
      const request = invoiceRequest();
      expectConsoleError(/"event":"provider"/);
      expect(await staff.call("staff-invoice", request)).toMatchObject({ status: 502 });
      isDown = false;
      if (isRepeated) expect(await staff.call("staff-invoice", request)).toMatchObject(DONE);
      else await reconcile(academy);
      await expectOne(await invoicedOrder(academy, request.orderId));
    }
  });

  it("after the provider had done everything is continued without a second invoice", async () => {
    const order = await open();
    await academy.backend.query(
      "update public.order_invoices set invoice_id = null, sent_at = null, status = 'draft', billing = $2 where order_id = $1",
      [
        order.id,
        JSON.stringify({ line1: "a", line2: "", city: "b", postalCode: "", country: "GB", vatNumber: "" }),
      ],
    );
    await academy.backend.query("update public.orders set customer_id = null where id = $1", [order.id]);
    await reconcile(academy);
    expect(await invoicedOrder(academy, order.id)).toMatchObject({ ...order, billing: {} });
    await expectOne(order);
  });

  it("ends the order after a day, with nothing left to pay", async () => {
    const order = await open();
    await academy.backend.query(
      "update public.order_invoices set sent_at = null, created_at = now() - interval '25 hours' where order_id = $1",
      [order.id],
    );
    await academy.simulate("webhooks", { mode: "drop" });
    await reconcile(academy);
    expect(await invoicedOrder(academy, order.id)).toMatchObject({
      status: "expired",
      invoice_status: "void",
    });
  });
});
