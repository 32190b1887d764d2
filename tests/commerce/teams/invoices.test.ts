import { beforeEach, describe, expect, it } from "vitest";
import type { Member } from "../../staff/members.ts";
import { eventually } from "../../support/eventually.ts";
import { withAcademy } from "../../support/server/academy.ts";
import { teamActs } from "../../teams/world.ts";
import { invoicedOrder, mailsOfOrder, transfer } from "../invoices.ts";
import { mailsTo, paymentOf } from "../moneyBack.ts";
import { countRows, proveAddress } from "../shop.ts";
import { buyAs, payByCard, signInBuyer, teamOrder, teamRequest } from "../teams.ts";

const academy = withAcademy();
const { teamsOf, invited, age } = teamActs(academy);
let owner: Member;
beforeEach(async () => {
  owner = await signInBuyer(academy);
});

async function orderByInvoice(change: Record<string, unknown> = {}) {
  const reply = await buyAs(owner, { pay: "invoice", ...change });
  expect(reply).toMatchObject({ status: 200, body: { orderId: expect.any(String) } });
  return invoicedOrder(academy, String(reply.body.orderId));
}
const bought = async () => (await teamsOf(owner))[0]?.bought ?? 0;
/** Runs the timer's job without asking the provider, which knows the invoice's real dates. */
const pauseUnpaid = async () => {
  await academy.backend.query("update public.orders set checked_at = now()");
  expect((await academy.call("reconcile-payments", {}, { apikey: academy.secretKey })).status).toBe(200);
};
describe("places by invoice (S-173)", () => {
  it("work as soon as the invoice has been sent, and stay when it is paid", async () => {
    const order = await orderByInvoice();
    expect(order).toMatchObject({ status: "invoiced", invoice_status: "open", billing: {} });
    const invoice = await academy.stripe.invoices.retrieve(order.invoice_id);
    expect(invoice).toMatchObject({
      total: 15_000_00,
      custom_fields: [{ name: "Purchase order", value: "PO-7" }],
      lines: { data: [{ quantity: 25, amount: 12_500_00 }] },
    });
    const days = ((invoice.due_date ?? 0) - invoice.created) / 86_400;
    expect(Math.round(days)).toBe(14);
    await eventually(() =>
      expect(mailsTo(academy, owner.email, "Your team is ready")[0]).toMatch(
        /Team: Kreuzberg e\. V\.[\s\S]*The places work before the invoice is paid/,
      ),
    );
    expect(await bought()).toBe(25);
    await invited(owner, (await teamsOf(owner))[0]?.id ?? "", "one@mail.example");
    await transfer(academy, order, 15_000_00);
    await eventually(async () => expect(await mailsOfOrder(academy, order.id)).toEqual({ receipt: 1 }));
    expect(await teamOrder(academy, { id: order.id })).toMatchObject({ status: "paid", user_id: owner.id });
    expect(await bought()).toBe(25);
    expect(mailsTo(academy, owner.email, "Your team is ready")).toHaveLength(1);
  });

  it("are paused when the invoice is overdue, with one email, and open again with a late payment", async () => {
    const order = await orderByInvoice();
    await age(order.id, 15);
    await pauseUnpaid();
    await pauseUnpaid();
    expect((await teamsOf(owner))[0]).toMatchObject({ is_paused: true });
    await eventually(() => {
      const mails = mailsTo(academy, owner.email, "The places of your team are paused");
      expect(mails).toEqual([expect.stringContaining("An invoice for your team has not been paid in time")]);
    });
    await transfer(academy, order, 15_000_00);
    await eventually(async () =>
      expect((await teamsOf(owner))[0]).toMatchObject({ is_paused: false, bought: 25 }),
    );
  });

  it("are sent to nobody but a buyer with a proven address, and only there", async () => {
    const before = await countRows(academy, "orders");
    const unproven = await signInBuyer(academy);
    await academy.backend.query("delete from private.proven_addresses where user_id = $1", [unproven.id]);
    const invoice = { pay: "invoice" };
    const replies = [
      await academy.call("buy-team", teamRequest(invoice)),
      await buyAs(unproven, invoice),
      await buyAs(owner, { ...invoice, email: "accounts@mail.example" }),
    ];
    for (const reply of replies)
      expect(reply).toMatchObject({ status: 403, body: { code: "address_unproven" } });
    expect(await countRows(academy, "orders")).toBe(before);
    await proveAddress(academy, unproven.email);
    expect((await buyAs(unproven, invoice)).status).toBe(200);
  });

  it("are ordered once, however often and quickly the request is repeated, until the invoice is paid (S-175)", async () => {
    const replies = await Promise.all([1, 2, 3].map(() => buyAs(owner, { pay: "invoice" })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const orders = await academy.backend.query<{ id: string }>(
      "select id from public.orders where user_id = $1",
      [owner.id],
    );
    expect(orders).toHaveLength(1);
    const order = await invoicedOrder(academy, orders[0]?.id ?? "");
    const { data } = await academy.stripe.invoices.list({ customer: order.customer_id });
    expect(data).toHaveLength(1);
    await transfer(academy, order, 15_000_00);
    await eventually(async () =>
      expect(await teamOrder(academy, { id: order.id })).toMatchObject({ status: "paid" }),
    );
    const { team_id: teamId } = await teamOrder(academy, { id: order.id });
    await orderByInvoice({ seats: 1, teamId });
    expect(await bought()).toBe(26);
  });

  it("leave no team and nothing to pay when the provider refuses the VAT number", async () => {
    const billing = { ...(teamRequest().billing as object), vatNumber: "GB 12" };
    const reply = await buyAs(owner, { pay: "invoice", billing });
    expect(reply).toMatchObject({ status: 400, body: { error: expect.stringContaining("VAT number") } });
    expect(await teamsOf(owner)).toEqual([]);
    await orderByInvoice();
  });
});

describe("money that goes back (S-174)", () => {
  it("ends as many places as were refunded whole, with a credit note that has their VAT", async () => {
    const reply = await buyAs(owner);
    const order = await payByCard(academy, reply);
    const { intent } = await paymentOf(academy, String(reply.body.sessionId));
    await academy.stripe.refunds.create({ payment_intent: intent, amount: 12 * 600_00 });
    await eventually(async () => expect(await bought()).toBe(13));
    const notes = await eventually(async () => {
      const rows = await academy.backend.query(
        `select amount_pence, vat_pence from public.credit_notes
         where payment_id = (select id from public.order_payments where order_id = $1)`,
        [order.id],
      );
      expect(rows).toHaveLength(1);
      return rows;
    });
    expect(notes).toEqual([{ amount_pence: 7_200_00, vat_pence: 1_200_00 }]);
    await eventually(() =>
      expect(mailsTo(academy, owner.email, "Refund")[0]).toContain(
        "That leaves 13 of the 25 places that this order bought for a team.",
      ),
    );
    // Not enough for another place.
    await academy.stripe.refunds.create({ payment_intent: intent, amount: 599_99 });
    await eventually(() => expect(mailsTo(academy, owner.email, "Refund")).toHaveLength(2));
    expect(await bought()).toBe(13);
    await academy.stripe.refunds.create({ payment_intent: intent, amount: 1 });
    await eventually(async () => expect(await bought()).toBe(12));
  });
});
