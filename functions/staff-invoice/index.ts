import Stripe from "stripe";
import { z } from "zod";
import { COURSE_ID } from "../../src/domain/ids.ts";
import { lookupKey, TIER_PLANS } from "../../src/domain/sales/plans.ts";
import { breakDownPrice, formatPence } from "../../src/domain/sales/pricing.ts";
import {
  type StaffInvoiceRequest,
  type staffInvoiceReplySchema,
  staffInvoiceRequestSchema,
} from "../../src/domain/staff/invoices.ts";
import { callDatabase } from "../_shared/database.ts";
import { readJson } from "../_shared/http/body.ts";
import { Refusal } from "../_shared/http/refusal.ts";
import { type Call, serveFunction } from "../_shared/http/serve.ts";
import { requireStaff, type StaffMember, staffRefusals } from "../_shared/http/staff.ts";
import { validateDiscount } from "../_shared/orders/discountCode.ts";
import { findOffer } from "../_shared/orders/offer.ts";
import { voidInvoice } from "../_shared/payments/invoice/endInvoice.ts";
import { type Billing, findInvoice, type OrderInvoice } from "../_shared/payments/invoice/invoicedOrder.ts";
import { issueInvoice } from "../_shared/payments/invoice/issueInvoice.ts";
import { requireSeller } from "../_shared/payments/requireSeller.ts";
import { stripeClient } from "../_shared/payments/stripe.ts";

type Opened = Extract<StaffInvoiceRequest, { action: "open" }>;

const refusalFor = staffRefusals({
  notFound: "There is no order by invoice with this id.",
  changed: "An order was stored with other details a moment ago. Look for it in the list of orders.",
  others: {
    enrolled: "This address has the course already, or an order that waits for its owner. Nothing was sent.",
    invoiced: "This address has an invoice that is not paid yet. Look for it in the list of orders.",
    invoice_ended: "This invoice is paid or void. Reload the page to see it.",
  },
});

/**
 * POST `{ action, orderId, … }`, for staff: opens an order that is paid by invoice, sends its invoice again, or voids it.
 * Each action can be repeated without a second effect. Returns `{ success: true }`.
 */
export default serveFunction(
  { name: "staff-invoice", method: "POST", rateLimit: { requests: 300, windowSeconds: 600 } },
  async (call): Promise<z.input<typeof staffInvoiceReplySchema>> => {
    const member = await requireStaff(call);
    const request = await readJson(call.request, staffInvoiceRequestSchema);
    try {
      await act(call, member, request);
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError)) throw error;
      call.log.fault("provider", error, { order: request.orderId });
      throw new Refusal(
        502,
        "payment_provider",
        "The payment provider did not answer, so we do not know whether this was done. Try again: nothing is ever sent twice.",
      );
    }
    call.log.info("staff_invoice", { action: request.action, order: request.orderId, actor: member.userId });
    return { success: true };
  },
);

async function act(call: Call, member: StaffMember, request: StaffInvoiceRequest): Promise<void> {
  switch (request.action) {
    case "open":
      return open(call, member, request);
    case "send":
      return send(call, await attempt(call, member, request, "invoice_sent", ""), request.attemptId);
    case "void": {
      const row = await attempt(call, member, request, "invoice_voided", request.reason);
      const outcome = await voidInvoice(call, row);
      if (outcome === "expired") return;
      throw new Refusal(
        409,
        "not_possible",
        outcome === "waiting"
          ? "The payment provider cannot void this invoice, because a part was paid by card. Refund that part in the provider's dashboard first."
          : "This invoice was paid in the meantime. Reload the page to see it.",
      );
    }
  }
}

/** The database stores the order before the provider is asked, so that a crash in between is visible and repeatable. */
async function open(call: Call, member: StaffMember, request: Opened): Promise<void> {
  const { orderId, tier, pricePence: price, seats, reason, email } = request;
  const list = TIER_PLANS[tier].pricePence.full;
  if (price > list) {
    throw new Refusal(
      400,
      "bad_request",
      `The price cannot be higher than the list price of ${formatPence(list)}.`,
    );
  }
  await requireSeller(call);
  const offer = await findOffer(stripeClient(call.env), lookupKey(tier, "full"));
  const code = await codeOf(call, request, { ...offer, pricePence: price });
  const amounts = breakDownPrice(price * seats, code?.discount);
  const { line1, line2, city, postalCode, country, vatNumber } = request;
  const outcome = await callDatabase(
    call.admin,
    "staff_open_invoice",
    {
      p_actor: member.userId,
      p_reason: reason,
      p_order: {
        id: orderId,
        course_id: COURSE_ID,
        tier,
        price_id: offer.priceId,
        subtotal_pence: amounts.pricePence,
        discount_pence: amounts.savingPence,
        vat_pence: amounts.vatPence,
        total_pence: amounts.totalPence,
        discount_code: request.discountCode,
        promotion_code_id: code?.promotionCodeId ?? null,
        first_purchase_only: code?.firstPurchaseOnly ?? false,
        email,
        first_name: request.firstName,
        last_name: request.lastName,
        country: new Intl.DisplayNames("en-GB", { type: "region" }).of(country) ?? country,
        organization: request.organization,
        purchase_order: request.purchaseOrder,
        ...(seats > 1 ? { team: { name: request.teamName, seats } } : {}),
      },
      p_invoice: {
        days_until_due: Number(request.daysUntilDue),
        billing: { line1, line2, city, postalCode, country, vatNumber } satisfies Billing,
        list_pence: list * seats,
        terms_sent: request.termsSent,
      },
    },
    z.string(),
  );
  if (outcome !== "opened") throw refusalFor(outcome);
  const row = await requireInvoice(call, orderId);
  if (!row.ended_at) await issueInvoice(call, row);
}

async function codeOf(
  call: Call,
  { discountCode: code, email }: Opened,
  offer: Parameters<typeof validateDiscount>[1]["offer"],
) {
  if (code === "") return null;
  const validated = await validateDiscount(call, { code, offer, buyer: { email, userId: null } });
  if (!validated.ok) throw new Refusal(400, "discount_invalid", validated.message);
  return validated;
}

async function attempt(
  call: Call,
  member: StaffMember,
  { orderId, attemptId }: Extract<StaffInvoiceRequest, { attemptId: string }>,
  action: "invoice_sent" | "invoice_voided",
  reason: string,
): Promise<OrderInvoice> {
  const args = {
    p_actor: member.userId,
    p_order: orderId,
    p_attempt: attemptId,
    p_action: action,
    p_reason: reason,
  };
  const outcome = await callDatabase(call.admin, "staff_act_on_invoice", args, z.string());
  if (outcome !== "possible") throw refusalFor(outcome);
  return requireInvoice(call, orderId);
}

/** An invoice that a crash left unsent is finished. One that was sent is sent again, once for each attempt. */
async function send(call: Call, row: OrderInvoice, attemptId: string): Promise<void> {
  if (!row.sent_at || !row.invoice_id) return issueInvoice(call, row);
  await stripeClient(call.env).invoices.sendInvoice(
    row.invoice_id,
    {},
    { idempotencyKey: `send-${attemptId}` },
  );
}

async function requireInvoice(call: Call, orderId: string): Promise<OrderInvoice> {
  const row = await findInvoice(call.admin, orderId);
  if (!row) throw refusalFor("not_found");
  return row;
}
