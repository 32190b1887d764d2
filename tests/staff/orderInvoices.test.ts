import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { signUpProven } from "../certificate/learners.ts";
import {
  DONE,
  INVOICED_PENCE,
  invoicedOrder,
  invoiceRequest,
  mailsOfOrder,
  moneyOf,
  openInvoice,
  transfer,
} from "../commerce/invoices.ts";
import { bought, mailsTo } from "../commerce/moneyBack.ts";
import { reconcile } from "../commerce/plans.ts";
import { enrollmentsOf, makeCode, newEmail } from "../commerce/shop.ts";
import { eventually } from "../support/eventually.ts";
import { withAcademy } from "../support/server/academy.ts";
import { createAccount } from "../support/server/createAccount.ts";
import { payOnHostedPage } from "../support/server/hostedPage.ts";
import { actsOn, type Member, signInAs } from "./members.ts";

const academy = withAcademy();
let staff: Member;
beforeAll(async () => {
  staff = await signInAs(academy, "staff");
});

const ask = (body: unknown) => staff.call("staff-invoice", body);
const open = (change = {}) => openInvoice(academy, staff, change);
const stateOf = async (id: string) => (await invoicedOrder(academy, id)).status;
const act = (action: "send" | "void", orderId: string, attemptId = randomUUID()) =>
  ask({ action, orderId, attemptId, reason: "Asked by email" });

async function sendings(): Promise<number> {
  const events = await academy.stripe.events
    .list({ type: "invoice.sent", limit: 100 })
    .autoPagingToArray({ limit: 500 });
  return events.length;
}

/** Waits until the order has this state, as after an event of the provider. */
const becomes = (id: string, status: string) =>
  eventually(async () => expect(await stateOf(id)).toBe(status));

describe("S-133: an order by invoice", () => {
  it("is stored, sent once by the provider with what an organisation needs, and gives no access yet", async () => {
    const before = await sendings();
    const order = await open({ vatNumber: "gb 123-4567.89" });
    expect(order).toMatchObject({
      status: "invoiced",
      invoice_status: "open",
      total_pence: INVOICED_PENCE,
      billing: {},
    });
    const invoice = await academy.stripe.invoices.retrieve(order.invoice_id);
    expect(invoice).toMatchObject({
      number: order.invoice_number,
      collection_method: "send_invoice",
      customer_name: "Example Ltd",
      customer_email: order.email,
      customer_address: { line1: "1 High Street", city: "Leeds", postal_code: "LS1 1AA", country: "GB" },
      customer_tax_ids: [{ type: "gb_vat", value: "GB123456789" }],
      custom_fields: [{ name: "Purchase order", value: "PO-1" }],
      subtotal: 850_00,
      total: INVOICED_PENCE,
      status: "open",
    });
    expect(invoice.footer).toContain("/terms-of-service");
    expect(await sendings()).toBe(before + 1);
    expect(await enrollmentsOf(academy, order.email)).toEqual([]);
    expect(await mailsOfOrder(academy, order.id)).toEqual({});
    expect(await actsOn(academy, order.id)).toEqual(["invoice_opened"]);
  });

  it("gives access and sends the credentials and a receipt when a bank transfer pays it", async () => {
    const order = await open();
    await transfer(academy, order, INVOICED_PENCE);
    await becomes(order.id, "paid");
    expect(await enrollmentsOf(academy, order.email)).toEqual([{ tier: "professional", status: "active" }]);
    await eventually(() => expect(mailsTo(academy, order.email, "Your sign-in details")).toHaveLength(1));
    expect(await mailsOfOrder(academy, order.id)).toEqual({ credentials: 1, receipt: 1 });
    const { data } = await staff.client.rpc("staff_order", { p_id: order.id });
    expect(data).toMatchObject({
      invoice: { status: "paid", invoice_number: order.invoice_number },
      payments: [{ amount_pence: INVOICED_PENCE, payment_intent_id: expect.stringMatching(/^pi_/) }],
      money: { paid_pence: INVOICED_PENCE, refundable_pence: INVOICED_PENCE },
    });
  });

  it("can be paid by card on the provider's page, also after its due date", async () => {
    const order = await open({ tier: "ngo", pricePence: 500_00 });
    await academy.simulate("advance", { days: 31 });
    await payOnHostedPage(order.invoice_url);
    await becomes(order.id, "paid");
    expect(await enrollmentsOf(academy, order.email)).toEqual([{ tier: "ngo", status: "active" }]);
  });

  it("waits for the owner of the address when an account never proved it", async () => {
    const email = newEmail();
    const account = { email, password: "a long password" };
    await createAccount(academy.client(academy.secretKey), academy.client(), account);
    const order = await open({ email });
    await transfer(academy, order, INVOICED_PENCE);
    await becomes(order.id, "paid");
    expect(await mailsOfOrder(academy, order.id)).toEqual({ claim: 1, receipt: 1 });
    expect(await enrollmentsOf(academy, email)).toEqual([]);
  });

  it("is refunded by itself when the buyer has bought the course by card meanwhile", async () => {
    const order = await open();
    const first = await bought(academy, order.email);
    await transfer(academy, order, INVOICED_PENCE);
    await becomes(order.id, "paid");
    await reconcile(academy);
    await becomes(order.id, "refunded");
    await eventually(async () =>
      expect(await moneyOf(academy, order)).toEqual({ held: 0, returned: INVOICED_PENCE }),
    );
    expect(await enrollmentsOf(academy, first.email)).toEqual([{ tier: "professional", status: "active" }]);
  });
});

describe("S-134: the price of an invoice", () => {
  it("can be lowered and never raised, with VAT to the penny", async () => {
    for (const pricePence of [1, 333_33, 849_97]) {
      const order = await open({ pricePence });
      const { total } = await academy.stripe.invoices.retrieve(order.invoice_id);
      const net = pricePence;
      expect([total, order.total_pence]).toEqual(Array(2).fill(net + Math.round(net / 5)));
    }
    const raised = await ask(invoiceRequest({ pricePence: 850_01 }));
    expect(raised).toMatchObject({ status: 400, body: { error: expect.stringContaining("£850.00") } });
  });

  it("takes a discount code by the same rules as the checkout", async () => {
    const restrictions = { minimum_amount: 400_00, minimum_amount_currency: "gbp" };
    const { code } = await makeCode(academy, { percent_off: 12.5, duration: "once" }, { restrictions });
    const order = await open({ discountCode: code, pricePence: 700_01 });
    const { total } = await academy.stripe.invoices.retrieve(order.invoice_id);
    // £700.01 less £87.50 is £612.51, and VAT on it £122.50.
    expect([total, order.total_pence]).toEqual([735_01, 735_01]);
    for (const change of [{ discountCode: code, pricePence: 399_99 }, { discountCode: "NO-SUCH-CODE" }]) {
      expect(await ask(invoiceRequest(change))).toMatchObject({
        status: 400,
        body: { code: "discount_invalid" },
      });
    }
  });

  it("gives access without a payment when a code makes it free", async () => {
    const { code } = await makeCode(academy, { percent_off: 100, duration: "once" });
    const order = await open({ discountCode: code });
    expect(order).toMatchObject({ status: "paid", total_pence: 0 });
  });
});

describe("S-135: what else staff do with an invoice", () => {
  it("is sent again, once for each attempt", async () => {
    const { id } = await open();
    const before = await sendings();
    const attempt = randomUUID();
    for (const each of [attempt, attempt, randomUUID()])
      expect(await act("send", id, each)).toMatchObject(DONE);
    expect(await sendings()).toBe(before + 2);
    expect(await actsOn(academy, id)).toEqual(["invoice_opened", "invoice_sent", "invoice_sent"]);
  });

  it("is void and its order over when staff void it, and a later payment is sent back", async () => {
    const order = await open();
    expect(await act("void", order.id)).toMatchObject(DONE);
    expect(await invoicedOrder(academy, order.id)).toMatchObject({
      status: "expired",
      invoice_status: "void",
    });
    expect(await act("void", order.id)).toMatchObject({ status: 409 });
    await transfer(academy, order, INVOICED_PENCE);
    await eventually(async () =>
      expect(await moneyOf(academy, order)).toEqual({ held: 0, returned: INVOICED_PENCE }),
    );
    expect(await stateOf(order.id)).toBe("expired");
  });

  it("stays paid when it was paid a moment before staff void it", async () => {
    await academy.simulate("webhooks", { mode: "drop" });
    const order = await open();
    await transfer(academy, order, INVOICED_PENCE);
    expect(await act("void", order.id)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining("paid") },
    });
    expect(await stateOf(order.id)).toBe("paid");
  });

  it("is opened once for an address, and not for one that has the course", async () => {
    const request = invoiceRequest();
    for (const each of [request, request]) expect(await ask(each)).toMatchObject(DONE);
    const again = invoiceRequest({ email: request.email });
    expect(await ask(again)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining("not paid yet") },
    });
    expect(await ask({ ...request, pricePence: 800_00 })).toMatchObject({ status: 409 });
    const { email } = await bought(academy);
    expect(await ask(invoiceRequest({ email }))).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining("has the course") },
    });
  });

  it("asks for another VAT number when the provider rejects it, in every spelling of each country", async () => {
    const wrong = invoiceRequest({ vatNumber: "12" });
    expect(await ask(wrong)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining("VAT number") },
    });
    expect(await stateOf(wrong.orderId)).toBe("expired");
    for (const [country, vatNumber, printed] of [
      ["GR", "123 456 789", "EL123456789"],
      ["IE", "1234567WA", "IE1234567WA"],
      ["CH", "CHE-123.456.789 MWST", null],
    ] as const) {
      const order = await open({
        country,
        vatNumber,
        organization: "Ελληνικά ДОМ 株式会社",
        purchaseOrder: "9".repeat(140),
      });
      const invoice = await academy.stripe.invoices.retrieve(order.invoice_id);
      expect(invoice.customer_tax_ids?.[0]?.value ?? null).toBe(printed);
      if (!printed) expect(invoice.custom_fields).toContainEqual({ name: "Tax number", value: vatNumber });
    }
  });
});

describe("S-186: an order by invoice for a team", () => {
  const forTeam = { tier: "ngo", pricePence: 450_01, seats: 25, teamName: " Example  Volunteers " };
  const teamsOf = (orderId: string) =>
    academy.backend.query<{ name: string; places: number }>(
      `select name, private.team_capacity(its.id) as places from public.teams as its
       join public.orders as mine on mine.team_id = its.id where mine.id = $1`,
      [orderId],
    );

  it("bills each place at the agreed price, and the places work once it is sent and after it is paid", async () => {
    const order = await open(forTeam);
    const net = 25 * 450_01;
    const total = net + Math.round(net / 5);
    const invoice = await academy.stripe.invoices.retrieve(order.invoice_id);
    expect([invoice.total, order.total_pence]).toEqual([total, total]);
    expect(invoice.lines.data).toMatchObject([{ quantity: 25 }]);
    expect(await teamsOf(order.id)).toEqual([{ name: "Example Volunteers", places: 25 }]);
    await transfer(academy, order, total);
    await becomes(order.id, "paid");
    expect(await teamsOf(order.id)).toMatchObject([{ places: 25 }]);
    // The buyer owns the team, and has no place.
    expect(await enrollmentsOf(academy, order.email)).toEqual([]);
  });

  it("belongs to a proven account from the start, so that people can be invited before it is paid", async () => {
    const { email } = await signUpProven(academy);
    const order = await open({ ...forTeam, email });
    const mails = await academy.backend.query<{ kind: string }>(
      "select kind from public.mail_queue where recipient = $1 and kind like 'team%'",
      [email],
    );
    expect(mails).toEqual([{ kind: "team_ready" }]);
    expect(order.status).toBe("invoiced");
    // Beside it, one more team and an order of one's own.
    for (const change of [forTeam, {}]) expect(await open({ ...change, email })).toMatchObject({ email });
  });

  it("is opened once for a repeated request, also for a buyer who has the course", async () => {
    const { email } = await bought(academy);
    const request = invoiceRequest({ ...forTeam, pricePence: 450_00, tier: "professional", email });
    for (const each of [request, request]) expect(await ask(each)).toMatchObject(DONE);
    expect(await teamsOf(request.orderId)).toHaveLength(1);
    expect(await ask({ ...request, seats: 50, pricePence: 225_00 })).toMatchObject({ status: 409 });
    expect(await actsOn(academy, request.orderId)).toEqual(["invoice_opened"]);
  });

  it("is refused without a name, with a code, above the list price, and for no number of places", async () => {
    for (const change of [
      { teamName: " " },
      { discountCode: "SAVE" },
      { pricePence: 500_01 },
      ...[0, 501, 2.5, "25", null].map((seats) => ({ seats })),
    ])
      expect(await ask(invoiceRequest({ ...forTeam, ...change })), JSON.stringify(change)).toMatchObject({
        status: 400,
      });
  });
});
