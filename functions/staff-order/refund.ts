import Stripe from "stripe";
import { z } from "zod";
import { formatPence } from "../../src/domain/sales/pricing.ts";
import type { StaffOrderRequest } from "../../src/domain/staff/requests.ts";
import { callDatabase } from "../_shared/database.ts";
import { Refusal } from "../_shared/http/refusal.ts";
import type { Call } from "../_shared/http/serve.ts";
import type { StaffMember } from "../_shared/http/staff.ts";
import { recordRefund } from "../_shared/payments/refundsAndDisputes.ts";
import { stripeClient } from "../_shared/payments/stripe.ts";
import { refusalFor } from "./refusals.ts";

const partSchema = z.object({ payment_id: z.uuid(), payment_intent_id: z.string(), amount_pence: z.int() });
type Part = z.output<typeof partSchema>;
const refundSchema = z.object({
  id: z.uuid(),
  order_id: z.uuid(),
  parts: z.array(partSchema),
  finished_at: z.string().nullable(),
  refunded_pence: z.int(),
  problem: z.string().nullable(),
});
type StaffRefund = z.output<typeof refundSchema>;
const claimedSchema = z.discriminatedUnion("outcome", [
  refundSchema.extend({ outcome: z.literal("claimed") }),
  z.object({
    outcome: z.enum(["not_found", "changed", "too_much", "not_paid", "running", "disputed", "nothing_left"]),
  }),
]);

/** The provider's refunds have the id of our row under this name. */
const METADATA_KEY = "staff_refund";

/** Refunds this amount of an order. Of several concurrent requests for one order, the database accepts one. */
export async function refund(
  call: Call,
  member: StaffMember,
  request: Extract<StaffOrderRequest, { action: "refund" }>,
): Promise<void> {
  const claimed = await callDatabase(
    call.admin,
    "claim_staff_refund",
    {
      p_actor: member.userId,
      p_id: request.attemptId,
      p_order: request.orderId,
      p_amount_pence: request.amountPence,
      p_seen_refunded_pence: request.seenRefundedPence,
      p_reason: request.reason,
    },
    claimedSchema,
  );
  if (claimed.outcome !== "claimed") throw refusalFor(claimed.outcome);
  await complete(call, member, claimed);
}

/** Continues a refund whose request ended before the provider's answer was recorded. */
export async function finishRefund(
  call: Call,
  member: StaffMember,
  { orderId, attemptId }: Extract<StaffOrderRequest, { action: "finish_refund" }>,
): Promise<void> {
  const args = { p_id: attemptId, p_order: orderId };
  const open = await callDatabase(call.admin, "open_staff_refund", args, refundSchema.nullable());
  if (!open) throw refusalFor("not_found");
  await complete(call, member, open);
}

async function complete(call: Call, member: StaffMember, claimed: StaffRefund): Promise<void> {
  if (!claimed.finished_at) {
    claimed = { ...claimed, ...(await refundParts(call, claimed)) };
    await callDatabase(
      call.admin,
      "finish_staff_refund",
      {
        p_actor: member.userId,
        p_id: claimed.id,
        p_refunded_pence: claimed.refunded_pence,
        p_problem: claimed.problem,
      },
      z.null(),
    );
  }
  if (claimed.problem === null) return;
  const part = claimed.refunded_pence > 0 ? formatPence(claimed.refunded_pence) : "Nothing";
  throw new Refusal(
    409,
    "not_possible",
    `The payment provider refused this refund (${claimed.problem}). ${part} was refunded.`,
  );
}

/** Refunds one payment after the other, until the provider refuses one for good. */
async function refundParts(
  call: Call,
  { id, order_id, parts }: StaffRefund,
): Promise<{ refunded_pence: number; problem: string | null }> {
  let refunded = 0;
  for (const part of parts) {
    try {
      await refundPart(call, id, order_id, part);
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError) {
        return { refunded_pence: refunded, problem: error.code ?? "invalid_request" };
      }
      if (!(error instanceof Stripe.errors.StripeError)) throw error;
      // Unknown whether it was done. The row stays open, and a repeat finds out.
      call.log.fault("provider", error, { order: order_id });
      throw new Refusal(
        502,
        "payment_provider",
        "The payment provider did not answer, so we do not know whether it was refunded. Try again: it is never refunded twice.",
      );
    }
    refunded += part.amount_pence;
  }
  return { refunded_pence: refunded, problem: null };
}

async function refundPart(call: Call, id: string, orderId: string, part: Part): Promise<void> {
  const stripe = stripeClient(call.env);
  const intent = part.payment_intent_id;
  // The provider keeps an idempotency key for a day only, and a repeat may come later.
  const { data } = await stripe.refunds.list({ payment_intent: intent, limit: 100 });
  if (!data.some((each) => each.metadata?.[METADATA_KEY] === id)) {
    await stripe.refunds.create(
      {
        payment_intent: intent,
        amount: part.amount_pence,
        reason: "requested_by_customer",
        metadata: { order_id: orderId, [METADATA_KEY]: id },
      },
      { idempotencyKey: `staff-refund-${id}-${part.payment_id}` },
    );
  }
  // The total is the provider's: someone may have refunded another part there. The event will report the same.
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(intent, {
    expand: ["latest_charge"],
  });
  if (!charge || typeof charge === "string") throw new Error("a refunded payment has no charge");
  await recordRefund(call, intent, charge.amount_refunded);
}
