import { z } from "zod";
import { COURSE_ID } from "../../src/domain/ids.ts";
import { paths } from "../../src/domain/paths.ts";
import {
  type createCheckoutReplySchema,
  createCheckoutRequestSchema,
} from "../../src/domain/sales/checkout.ts";
import type { Tier } from "../../src/domain/sales/plans.ts";
import { callDatabase } from "../_shared/database.ts";
import { readJson } from "../_shared/http/body.ts";
import { Refusal } from "../_shared/http/refusal.ts";
import { type Call, serveFunction } from "../_shared/http/serve.ts";
import { capOrders, findBuyer } from "../_shared/orders/buyer.ts";
import { newClaim } from "../_shared/orders/claim.ts";
import { type Quote, quotedColumns, quoteOf } from "../_shared/orders/quote.ts";
import { requireSeller } from "../_shared/payments/requireSeller.ts";
import { openSession } from "../_shared/payments/session.ts";
import { sha256Hex } from "../_shared/random.ts";
import { type CheckoutRequest, requireSellable } from "./offer.ts";

/**
 * POST, for anyone: stores an order and opens a checkout session for it. Returns `{ url, sessionId, claimToken }`. The
 * amount comes from our prices alone. Nothing is stored for a rejected request.
 */
export default serveFunction(
  { name: "create-guest-checkout", method: "POST", rateLimit: { requests: 100, windowSeconds: 60 } },
  async (call): Promise<z.input<typeof createCheckoutReplySchema>> => {
    const request = await readJson(call.request, createCheckoutRequestSchema);
    requireSellable(request);
    await requireSeller(call);
    const userId = await findBuyer(call, request);
    if (userId) await requireNoPurchase(call, userId, request.courseType);
    const quote = await quoteOf(call, request, userId);

    const claim = await newClaim();
    const orderId = await createOrder(call, request, { quote, userId, claimTokenHash: claim.hash });
    const organization = quote.tier === "student" ? "" : request.organization;
    return {
      ...(await openSession(call, {
        orderId,
        email: request.email,
        organization,
        quote,
        cancelPath: paths.checkout(quote.tier, quote.plan),
      })),
      claimToken: claim.token,
    };
  },
);

/** Checked for signed-in buyers only: a guest must not be able to find out whether an email address is enrolled. */
async function requireNoPurchase(call: Call, userId: string, tier: Tier): Promise<void> {
  const args = { p_user: userId, p_course: COURSE_ID, p_tier: tier };
  if (!(await callDatabase(call.admin, "has_paid_tier", args, z.boolean()))) return;
  throw new Refusal(409, "already_enrolled", "You are already enrolled. Go to My Learning to continue.");
}

const outcomeSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("created"), order_id: z.uuid() }),
  z.object({ outcome: z.literal("student_id_invalid") }),
]);

/**
 * Stores the order and attaches the uploaded student ID. Returns the order's id. Throws a 429 Refusal above the daily
 * caps.
 */
async function createOrder(
  call: Call,
  request: CheckoutRequest,
  facts: { quote: Quote; userId: string | null; claimTokenHash: string },
): Promise<string> {
  const { quote } = facts;
  await capOrders(call, facts.userId);
  const isStudent = quote.tier === "student";
  const result = await callDatabase(
    call.admin,
    "create_order",
    {
      p_order: {
        ...quotedColumns(quote),
        email: request.email,
        first_name: request.firstName,
        last_name: request.lastName,
        phone: request.phone,
        country: request.country,
        organization: isStudent ? "" : request.organization,
        user_id: facts.userId,
        claim_token_hash: facts.claimTokenHash,
        terms_accepted: request.termsAccepted ?? false,
        immediate_supply: request.immediateSupply ?? false,
        reminder_consent: request.reminderConsent,
      },
      p_student_id_ref_hash: isStudent && request.studentIdRef ? await sha256Hex(request.studentIdRef) : null,
    },
    outcomeSchema,
  );
  switch (result.outcome) {
    case "created":
      return result.order_id;
    case "student_id_invalid":
      throw new Refusal(400, "student_id_invalid", "Please upload your student ID again");
  }
}
