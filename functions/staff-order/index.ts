import Stripe from "stripe";
import { z } from "zod";
import {
  type StaffOrderRequest,
  type staffOrderReplySchema,
  staffOrderRequestSchema,
} from "../../src/domain/staff/requests.ts";
import { ensureAccountOf } from "../_shared/accounts/ensureAccount.ts";
import { callDatabase, DatabaseError } from "../_shared/database.ts";
import { readJson } from "../_shared/http/body.ts";
import { Refusal } from "../_shared/http/refusal.ts";
import { type Call, serveFunction } from "../_shared/http/serve.ts";
import { requireStaff, type StaffMember } from "../_shared/http/staff.ts";
import { startMailDelivery } from "../_shared/mail/startDelivery.ts";
import { removeUnusedAccounts, updateProviderCustomer } from "../_shared/orders/moveOrder.ts";
import { findOrder } from "../_shared/orders/order.ts";
import { endSubscription, syncPlan } from "../_shared/payments/plan/syncPlan.ts";
import { stripeClient } from "../_shared/payments/stripe.ts";
import { finishRefund, refund } from "./refund.ts";
import { refusalFor } from "./refusals.ts";

/**
 * POST `{ action, orderId, … }`, for staff: sends the sign-in details again, corrects the email address, refunds an
 * order in full or in part, or ends or restores its access. Each action can be repeated without a second effect.
 * Returns `{ success: true }`.
 */
export default serveFunction(
  { name: "staff-order", method: "POST", rateLimit: { requests: 300, windowSeconds: 600 } },
  async (call): Promise<z.input<typeof staffOrderReplySchema>> => {
    const member = await requireStaff(call);
    const request = await readJson(call.request, staffOrderRequestSchema);
    await act(call, member, request);
    call.log.info("staff_order", { action: request.action, order: request.orderId, actor: member.userId });
    return { success: true };
  },
);

function act(call: Call, member: StaffMember, request: StaffOrderRequest): Promise<void> {
  switch (request.action) {
    case "resend":
      return resend(call, member, request.orderId);
    case "correct_email":
      return correctEmail(call, member, request);
    case "refund":
      return refund(call, member, request);
    case "finish_refund":
      return finishRefund(call, member, request);
    case "end_access":
      return endAccess(call, member, request);
    case "restore_access":
      return restoreAccess(call, member, request);
  }
}

async function resend(call: Call, member: StaffMember, orderId: string): Promise<void> {
  const args = { p_actor: member.userId, p_order: orderId };
  const outcome = await callDatabase(call.admin, "staff_resend_credentials", args, z.string());
  if (outcome !== "sent" && outcome !== "sent_before") throw refusalFor(outcome);
  await startMailDelivery(call);
}

const correctedSchema = z.object({ outcome: z.string(), unused_accounts: z.array(z.uuid()) });
const orderSchema = z.object({
  id: z.uuid(),
  first_name: z.string(),
  last_name: z.string(),
  customer_id: z.string().nullable(),
});

/**
 * Moves an order to the account of another address, which is created if needed, and removes the one created for the
 * mistyped address. Repeating the same correction after a crash has the same result.
 */
async function correctEmail(
  call: Call,
  member: StaffMember,
  { orderId, email, seenEmail, reason }: Extract<StaffOrderRequest, { action: "correct_email" }>,
): Promise<void> {
  const args = { p_order: orderId, p_email: email, p_seen_email: seenEmail };
  const verdict = await callDatabase(call.admin, "staff_may_correct_email", args, z.string());
  if (verdict !== "possible" && verdict !== "corrected") throw refusalFor(verdict);

  const order = await findBuyer(call, orderId);
  // Checked first, so that an account is only created for a correction that is possible.
  const userId = verdict === "possible" ? await ensureAccountOf(call.admin, email, order) : null;
  const corrected = await callDatabase(
    call.admin,
    "staff_correct_email",
    { ...args, p_actor: member.userId, p_user: userId, p_reason: reason },
    correctedSchema,
  );
  await removeUnusedAccounts(call, corrected.unused_accounts);
  if (corrected.outcome !== "corrected") throw refusalFor(corrected.outcome);
  await startMailDelivery(call);
  await updateProviderCustomer(call, order, email);
}

async function findBuyer(call: Call, id: string): Promise<z.output<typeof orderSchema>> {
  const columns = "id, first_name, last_name, customer_id";
  const { data, error } = await call.admin.from("orders").select(columns).eq("id", id).single();
  if (error) throw new DatabaseError("orders", error);
  return orderSchema.parse(data);
}

const verdictSchema = z.object({ outcome: z.string(), subscription_id: z.string().nullable() });

/** Cancels what a plan would still charge, and then ends access. Unless the provider confirms, nothing changes. */
async function endAccess(
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
async function restoreAccess(
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
