import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { InvoiceTier } from "../../../src/domain/sales/billing.ts";
import { teamAmounts } from "../../../src/domain/sales/seats.ts";
import type { Member } from "../../staff/members.ts";
import { eventually } from "../../support/eventually.ts";
import { withAcademy } from "../../support/server/academy.ts";
import { payOnHostedPage } from "../../support/server/hostedPage.ts";
import { teamActs } from "../../teams/world.ts";
import { mailedPassword, mailsTo } from "../moneyBack.ts";
import { countRows, enrollmentsOf, newEmail } from "../shop.ts";
import { buyAs, payByCard, signInBuyer, teamOrder, teamRequest } from "../teams.ts";

const academy = withAcademy();
const { teamsOf } = teamActs(academy);
let owner: Member;
beforeAll(async () => {
  owner = await signInBuyer(academy);
});
const buyAsGuest = (change: Record<string, unknown> = {}) => academy.call("buy-team", teamRequest(change));

const invoiceOf = async (orderId: string) => {
  const id = await eventually(async () => {
    const [row] = await academy.backend.query<{ invoice_id: string }>(
      "select invoice_id from public.order_payments where order_id = $1 and invoice_id is not null",
      [orderId],
    );
    expect(row).toBeDefined();
    return row?.invoice_id ?? "";
  });
  return academy.stripe.invoices.retrieve(id);
};

describe("25 places by card (S-173)", () => {
  it("give a guest an account with a team and no course", async () => {
    const email = newEmail();
    const order = await payByCard(academy, await buyAsGuest({ email }));
    expect(order).toMatchObject({ seats: 25, subtotal_pence: 12_500_00, vat_pence: 2_500_00 });
    const password = await mailedPassword(academy, email);
    expect(mailsTo(academy, email, "Your sign-in details")[0]).toContain("buying places for a team");
    const ready = await eventually(() => {
      const [text = ""] = mailsTo(academy, email, "Your team is ready");
      expect(text).toContain("Places: 25");
      return text;
    });
    // Until the guest has signed in, the name is a stranger's text.
    expect(ready).not.toContain("Kreuzberg");
    await eventually(() =>
      expect(mailsTo(academy, email, "Receipt")[0]).toMatch(
        /Non-Profit, 25 places for a team, paid in full\)\n+Price \(25 × £500\.00\): £12,500\.00/,
      ),
    );
    const client = academy.client();
    await client.auth.signInWithPassword({ email, password });
    await client.auth.updateUser({ password: "correct horse battery" });
    await client.auth.refreshSession();
    expect(await teamsOf({ client })).toMatchObject([
      { id: order.team_id, name: "Kreuzberg e. V.", bought: 25, given: 0, is_address_proven: true },
    ]);
    expect(await enrollmentsOf(academy, email)).toEqual([]);
  });

  it("are on the invoice of a member as one line of 25, and more can be added one by one", async () => {
    const order = await payByCard(academy, await buyAs(owner));
    expect(order).toMatchObject({ user_id: owner.id });
    const invoice = await invoiceOf(order.id);
    expect(invoice).toMatchObject({ total: 15_000_00, metadata: { order_id: order.id } });
    expect(invoice.lines.data).toMatchObject([
      { description: "AI Fluency in 30 Days: NGOs & Non-Profit", quantity: 25, amount: 12_500_00 },
    ]);
    const page = await (await fetch(String(invoice.hosted_invoice_url))).text();
    expect(page).toContain("Qty 25, £500.00 each");
    const more = await payByCard(
      academy,
      await buyAs(owner, { seats: 1, teamId: order.team_id, teamName: "Ignored" }),
    );
    expect(more.team_id).toBe(order.team_id);
    expect((await teamsOf(owner))[0]).toMatchObject({ name: "Kreuzberg e. V.", bought: 26 });
    // Each first order makes a team, so a retry of this test makes another.
    const ready = (await teamsOf(owner)).length;
    await eventually(() => expect(mailsTo(academy, owner.email, "Your team is ready")).toHaveLength(ready));
    expect(await enrollmentsOf(academy, owner.email)).toEqual([]);
  });

  it("move with the order when a guest corrects a mistyped address", async () => {
    const [wrong, right] = [newEmail(), newEmail()];
    const reply = await buyAsGuest({ email: wrong });
    const order = await payByCard(academy, reply);
    const corrected = await academy.call("correct-order-email", {
      claimToken: reply.body.claimToken,
      email: right,
    });
    expect(corrected.body).toEqual({ success: true });
    const password = await mailedPassword(academy, right);
    const client = academy.client();
    await client.auth.signInWithPassword({ email: right, password });
    await client.auth.updateUser({ password: "correct horse battery" });
    await client.auth.refreshSession();
    expect(await teamsOf({ client })).toMatchObject([{ id: order.team_id, bought: 25 }]);
    await eventually(() => expect(mailsTo(academy, right, "Your team is ready")).toHaveLength(1));
  });
});

describe("what places cost (S-174)", () => {
  const cases = (["ngo", "professional"] as const).flatMap((tier) =>
    [2, 7, 33, 250, 500].map((seats): [InvoiceTier, number] => [tier, seats]),
  );

  it.each(cases)(
    "is the same to the penny on screen, at the provider and in our books: %s × %i",
    async (tier, seats) => {
      const { netPence, vatPence, totalPence } = teamAmounts(tier, seats);
      const { body } = await buyAsGuest({ tier, seats });
      const sessionId = String(body.sessionId);
      const { amount_subtotal, amount_total, total_details } =
        await academy.stripe.checkout.sessions.retrieve(sessionId);
      expect([amount_subtotal, total_details?.amount_tax, amount_total]).toEqual([
        netPence,
        vatPence,
        totalPence,
      ]);
      expect(await teamOrder(academy, { session: sessionId })).toMatchObject({
        subtotal_pence: netPence,
        vat_pence: vatPence,
        total_pence: totalPence,
      });
      if (![7, 500].includes(seats)) return;
      await payOnHostedPage(String(body.url));
      const order = await teamOrder(academy, { session: sessionId });
      expect(await invoiceOf(order.id)).toMatchObject({
        total: totalPence,
        total_excluding_tax: netPence,
        amount_paid: totalPence,
      });
    },
  );
});

describe("a purchase of places that is refused (S-175)", () => {
  it.each([
    ["no places", { seats: 0 }],
    ["a team of one", { seats: 1 }],
    ["more places than one order can have", { seats: 501 }],
    ["half a place", { seats: 2.5 }],
    ["places as text", { seats: "25" }],
    ["students", { tier: "student" }],
    ["a team without a name", { teamName: " \u200b " }],
    ["a name that is too long", { teamName: "a".repeat(101) }],
    ["another way to pay", { pay: "cheque" }],
    ["an invoice without an address", { pay: "invoice", billing: undefined }],
    ["terms that were not accepted", { termsAccepted: false }],
  ])("stores nothing: %s", async (_, change) => {
    const before = await countRows(academy, "orders");
    expect(await buyAs(owner, change)).toMatchObject({ status: 400, body: { code: "bad_request" } });
    expect(await countRows(academy, "orders")).toBe(before);
  });

  it("stores nothing for the team of another owner, of another price, or of nobody", async () => {
    const { team_id: teamId } = await payByCard(academy, await buyAs(owner));
    const stranger = await signInBuyer(academy);
    const before = await countRows(academy, "orders");
    const replies = [
      await buyAs(stranger, { teamId }),
      await buyAs(owner, { teamId, tier: "professional" }),
      await buyAs(owner, { teamId: randomUUID() }),
      await buyAsGuest({ teamId }),
    ];
    for (const reply of replies) expect(reply).toMatchObject({ status: 404, body: { code: "not_found" } });
    expect(await countRows(academy, "orders")).toBe(before);
  });
});
