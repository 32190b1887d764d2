import Stripe from "stripe";
import { z } from "zod";
import { removeStudentIds, studentIdsSchema } from "../_shared/accounts/studentIdFiles.ts";
import { callDatabase } from "../_shared/database.ts";
import type { Call } from "../_shared/http/serve.ts";
import { serveJob } from "../_shared/http/serveJob.ts";
import { startMailDelivery } from "../_shared/mail/startDelivery.ts";
import { syncPlan } from "../_shared/payments/plan/syncPlan.ts";
import { stripeClient } from "../_shared/payments/stripe.ts";

const MAX_PER_RUN = 10;

/**
 * POST, for timers that hold the secret key (`apikey` header): deletes the accounts whose seven-day grace period is
 * over, and the payment provider's customers for orders whose buyer was erased. Returns how many accounts were
 * `deleted` and how many `failed`; the next run tries those again.
 */
export default serveJob("delete-due-accounts", async (call): Promise<{ deleted: number; failed: number }> => {
  const counts = { deleted: 0, failed: 0 };
  const args = { p_limit: MAX_PER_RUN };
  for (const due of await callDatabase(call.admin, "claim_deletions", args, z.array(dueDeletionSchema))) {
    try {
      await deleteAccount(call, due);
      counts.deleted += 1;
    } catch (error) {
      // An account that cannot be deleted now does not delay the others.
      call.log.fault("deletion", error);
      counts.failed += 1;
    }
  }
  await deleteOrphanedCustomers(call);
  if (counts.deleted > 0) await startMailDelivery(call);
  return counts;
});

const dueDeletionSchema = z.object({
  user_id: z.uuid(),
  subscriptions: z.array(z.string()),
  customers: z.array(z.string()),
  student_ids: studentIdsSchema,
});

/**
 * Deletes an account permanently. Data outside the database goes first, so that an interrupted run can be repeated. The
 * account goes last, and with it, in one transaction, everything in the database (`private.forget_person`).
 */
async function deleteAccount(call: Call, due: z.infer<typeof dueDeletionSchema>): Promise<void> {
  // The orders have ended already, so this ends their plans at the provider and voids what is still owed.
  for (const subscription of due.subscriptions) await syncPlan(call, subscription);
  for (const customer of due.customers) await deleteCustomer(call, customer);
  await removeStudentIds(call, due.student_ids);
  const { error } = await call.admin.auth.admin.deleteUser(due.user_id);
  if (error && error.status !== 404) throw error;
}

const MAX_CUSTOMERS_PER_RUN = 20;

/**
 * Deletes the payment provider's customers for orders whose buyer was erased in another way: because the account was
 * deleted in a dashboard, or at the end of the seven years. A failure is logged and left to the next run.
 */
async function deleteOrphanedCustomers(call: Call): Promise<void> {
  const next = (done: string[], limit: number) =>
    callDatabase(
      call.admin,
      "next_customers_to_delete",
      { p_done: done, p_limit: limit },
      z.array(z.string()),
    );
  const done: string[] = [];
  for (const customer of await next([], MAX_CUSTOMERS_PER_RUN)) {
    try {
      await deleteCustomer(call, customer);
      done.push(customer);
    } catch (error) {
      call.log.fault("customer_not_deleted", error);
    }
  }
  if (done.length > 0) await next(done, 0);
}

/**
 * Deletes the provider's customer with its name, email address and saved card. The payments themselves cannot be deleted
 * there, only redacted by hand 90 days later (docs.stripe.com/privacy/deletion-requests): functions/README.md says how.
 */
async function deleteCustomer(call: Call, customer: string): Promise<void> {
  try {
    await stripeClient(call.env).customers.del(customer);
  } catch (error) {
    // Deleted by an interrupted run.
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    if (error.code !== "resource_missing") await emptyCustomer(call, customer);
  }
}

/** The provider refuses to delete a customer who has ever paid by bank transfer. */
async function emptyCustomer(call: Call, customer: string): Promise<void> {
  const stripe = stripeClient(call.env);
  const taxIds = await stripe.customers.listTaxIds(customer, { limit: 100 });
  for (const each of taxIds.data) await stripe.customers.deleteTaxId(customer, each.id);
  await stripe.customers.update(customer, { name: "", email: "", phone: "", address: "" });
}
