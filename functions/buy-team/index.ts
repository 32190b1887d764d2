import Stripe from "stripe";
import { z } from "zod";
import { paths } from "../../src/domain/paths.ts";
import { lookupKey } from "../../src/domain/sales/plans.ts";
import {
  type BuyTeamRequest,
  type buyTeamReplySchema,
  buyTeamRequestSchema,
  TEAM_DAYS_UNTIL_DUE,
} from "../../src/domain/sales/teams.ts";
import { callDatabase } from "../_shared/database.ts";
import { readJson } from "../_shared/http/body.ts";
import { Refusal } from "../_shared/http/refusal.ts";
import { type Call, serveFunction } from "../_shared/http/serve.ts";
import { startMailDelivery } from "../_shared/mail/startDelivery.ts";
import { capOrders, findBuyer } from "../_shared/orders/buyer.ts";
import { newClaim } from "../_shared/orders/claim.ts";
import { type Quote, quotedColumns, quoteOf } from "../_shared/orders/quote.ts";
import { type Billing, findInvoice } from "../_shared/payments/invoice/invoicedOrder.ts";
import { issueInvoice } from "../_shared/payments/invoice/issueInvoice.ts";
import { requireSeller } from "../_shared/payments/requireSeller.ts";
import { openSession } from "../_shared/payments/session.ts";

/**
 * POST, for anyone: stores an order for a team's places, at the list price for each. By card it returns
 * `{ url, sessionId, claimToken }` as the checkout of one learner does; by invoice, which only a signed-in buyer with a
 * proven address gets, `{ orderId }` once the invoice has been sent (docs/decisions/0090-teams-pay-in-full.md).
 */
export default serveFunction(
  { name: "buy-team", method: "POST", rateLimit: { requests: 60, windowSeconds: 60 } },
  async (call): Promise<z.input<typeof buyTeamReplySchema>> => {
    const request = await readJson(call.request, buyTeamRequestSchema);
    await requireSeller(call);
    const userId = await findBuyer(call, request);
    const { tier, seats, email, organization } = request;
    if (request.pay === "invoice" && userId === null) throw refusalFor("not_proven");
    const priceId = lookupKey(tier, "full");
    const quote = await quoteOf(call, { priceId, courseType: tier, discountCode: "", email, seats }, userId);

    const claim = await newClaim();
    const orderId = await createOrder(call, request, { quote, userId, claimTokenHash: claim.hash });
    if (request.pay === "invoice") {
      await sendInvoice(call, orderId);
      return { orderId };
    }
    const cancelPath = paths.buyTeam(tier, { seats, ...(request.teamId && { team: request.teamId }) });
    const sale = { orderId, email, organization, quote, cancelPath, isForTeam: true };
    return { ...(await openSession(call, sale)), claimToken: claim.token };
  },
);

const createdSchema = z.union([
  z.object({ order_id: z.uuid() }),
  z.object({ refused: z.enum(["not_found", "paused", "not_proven", "invoiced"]) }),
]);

async function createOrder(
  call: Call,
  request: BuyTeamRequest,
  facts: { quote: Quote; userId: string | null; claimTokenHash: string },
): Promise<string> {
  await capOrders(call, facts.userId);
  const { pay, teamId, teamName, seats } = request;
  const billing = pay === "invoice" ? request.billing : undefined;
  const created = await callDatabase(
    call.admin,
    "create_team_order",
    {
      p_order: {
        ...quotedColumns(facts.quote),
        email: request.email,
        first_name: request.firstName,
        last_name: request.lastName,
        phone: "",
        country: billing ? nameOf(billing.country) : "",
        organization: request.organization,
        purchase_order: request.purchaseOrder,
        user_id: facts.userId,
        claim_token_hash: facts.claimTokenHash,
        terms_accepted: request.termsAccepted,
        immediate_supply: request.immediateSupply,
      },
      p_team: teamId ? { id: teamId, seats } : { name: teamName, seats },
      p_invoice: billing ? { days_until_due: TEAM_DAYS_UNTIL_DUE, billing: billing satisfies Billing } : null,
    },
    createdSchema,
  );
  if ("refused" in created) throw refusalFor(created.refused);
  return created.order_id;
}

const nameOf = (country: string) => new Intl.DisplayNames("en-GB", { type: "region" }).of(country) ?? country;

function refusalFor(refused: "not_found" | "paused" | "not_proven" | "invoiced"): Refusal {
  switch (refused) {
    case "not_found":
      return new Refusal(
        404,
        "not_found",
        "There is no such team on this account. Please sign in as its owner.",
      );
    case "paused":
      return new Refusal(
        409,
        "not_possible",
        "The places of this team are paused, because another payment is missing. More places would be paused too. Please settle that payment first, or write to us.",
      );
    case "not_proven":
      return new Refusal(
        403,
        "address_unproven",
        "We send invoices only to the email address of your account, after you have confirmed it. You can pay by card without that.",
      );
    case "invoiced":
      return new Refusal(
        409,
        "not_possible",
        "You already have an invoice for a team that is not paid. Please pay it first, or write to us.",
      );
  }
}

/** If the provider cannot be reached, the timer sends the invoice: the order is stored. */
async function sendInvoice(call: Call, orderId: string): Promise<void> {
  const row = await findInvoice(call.admin, orderId);
  if (!row) throw new Error(`the order ${orderId} has no invoice`);
  try {
    await issueInvoice(call, row);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    call.log.fault("provider", error, { order: orderId });
    throw new Refusal(
      502,
      "payment_provider",
      "Your order is stored, but our payment provider did not answer. We send the invoice within a few minutes. You do not need to order again.",
    );
  }
  await startMailDelivery(call);
}
