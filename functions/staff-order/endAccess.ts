import Stripe from "stripe";
import { z } from "zod";
import type { StaffOrderRequest } from "../../src/domain/staff/orders.ts";
import { callDatabase } from "../_shared/database.ts";
import { Refusal } from "../_shared/http/refusal.ts";
import type { Call } from "../_shared/http/serve.ts";
import type { StaffMember } from "../_shared/http/staff.ts";
import { startMailDelivery } from "../_shared/mail/startDelivery.ts";
import { findOrder } from "../_shared/orders/order.ts";
import { endSubscription, syncPlan } from "../_shared/payments/plan/syncPlan.ts";
import { stripeClient } from "../_shared/payments/stripe.ts";
import { refusalFor } from "./refusals.ts";

const verdictSchema = z.object({ outcome: z.string(), subscription_id: z.string().nullable() });

/** Cancels what a plan would still charge, and then ends access. Unless the provider confirms, nothing changes. */
export async function endAccess(
  call: Call,
  member: StaffMember,
  { orderId, attemptId, cause, note }: Extract<StaffOrderRequest, { action: "end_access" }>,
): Promise<void> {
  const args = { p_order: orderId, p_attempt: attemptId };
  const verdict = await callDatabase(call.admin, "staff_may_end_access", args, verdictSchema);
  const plan = verdict.subscription_id;
  if (verdict.outcome !== "done") {
    if (verdict.outcome !== "possible") throw refusalFor(verdict.outcome);
    if (plan) {
      await throughProvider(call, orderId, async () => {
        // First, so that a payment made a moment ago counts as made before the end, and is not refunded as a late one.
        await syncPlan(call, plan);
        await endSubscription(stripeClient(call.env), plan);
      });
    }
    const ended = { ...args, p_actor: member.userId, p_cause: cause, p_note: note };
    const outcome = await callDatabase(call.admin, "staff_end_access", ended, z.string());
    if (outcome !== "done") throw refusalFor(outcome);
  }
  if (plan) await closeInvoices(call, orderId, plan);
  await startMailDelivery(call);
}

/** Restores access. Cancelled instalments stay cancelled. */
export async function restoreAccess(
  call: Call,
  member: StaffMember,
  { orderId, attemptId, reason }: Extract<StaffOrderRequest, { action: "restore_access" }>,
): Promise<void> {
  const order = await findOrder(call.admin, { id: orderId });
  const plan = order?.status === "ended" ? order.subscription_id : null;
  // While the order counts as ended: afterwards nothing would void an invoice that is still open.
  if (plan) await throughProvider(call, orderId, () => syncPlan(call, plan));
  const args = { p_actor: member.userId, p_order: orderId, p_attempt: attemptId, p_reason: reason };
  const outcome = await callDatabase(call.admin, "staff_restore_access", args, z.string());
  if (outcome !== "done") throw refusalFor(outcome);
  await startMailDelivery(call);
}

async function throughProvider(call: Call, orderId: string, act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    call.log.fault("provider", error, { order: orderId });
    throw new Refusal(
      502,
      "payment_provider",
      `The payment provider did not confirm that no more instalments will be collected (${error.code ?? error.type}). Nothing was changed. Try again in a few minutes.`,
    );
  }
}

/** Access has ended by now. If the provider cannot be reached, its event about the cancelled plan does this later. */
async function closeInvoices(call: Call, orderId: string, plan: string): Promise<void> {
  try {
    await syncPlan(call, plan);
  } catch (error) {
    call.log.fault("invoices_not_closed", error, { order: orderId });
  }
}
