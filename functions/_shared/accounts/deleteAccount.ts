import Stripe from "stripe";
import { z } from "zod";
import { callDatabase } from "../database.ts";
import type { Call } from "../http/serve.ts";
import { syncPlan } from "../payments/plan/syncPlan.ts";
import { stripeClient } from "../payments/stripe.ts";
import { removeStudentIds, studentIdsSchema } from "./studentIdFiles.ts";

export const dueDeletionSchema = z.object({
  user_id: z.uuid(),
  subscriptions: z.array(z.string()),
  customers: z.array(z.string()),
  student_ids: studentIdsSchema,
});

/**
 * Deletes an account for good. What is elsewhere goes first, so that a run that breaks off can be done again; the
 * account goes last, and with it, in one transaction, everything in the database (`private.forget_person`).
 */
export async function deleteAccount(call: Call, due: z.infer<typeof dueDeletionSchema>): Promise<void> {
  // The orders have ended already, so this ends their plans at the provider and voids what is still owed.
  for (const subscription of due.subscriptions) await syncPlan(call, subscription);
  for (const customer of due.customers) await forgetCustomer(call, customer);
  await removeStudentIds(call, due.student_ids);
  const { error } = await call.admin.auth.admin.deleteUser(due.user_id);
  if (error && error.status !== 404) throw error;
}

const MAX_CUSTOMERS_PER_RUN = 20;

/**
 * Deletes the provider's customers of orders whose person has gone in another way: an account deleted in a dashboard, or
 * the end of the seven years. One that fails is logged and waits for the next run.
 */
export async function deleteLeftCustomers(call: Call): Promise<void> {
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
      await forgetCustomer(call, customer);
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
async function forgetCustomer(call: Call, customer: string): Promise<void> {
  try {
    await stripeClient(call.env).customers.del(customer);
  } catch (error) {
    // Done by a run that broke off.
    const isGone =
      error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";
    if (!isGone) throw error;
  }
}
