import { z } from "zod";
import { callDatabase } from "../_shared/database.ts";
import type { Call } from "../_shared/http/serve.ts";
import { serveJob } from "../_shared/http/serveJob.ts";
import { startMailDelivery } from "../_shared/mail/startDelivery.ts";
import { refundRefusedOrders } from "../_shared/payments/refundRefusedOrders.ts";
import { handleMissedEvents } from "./missedEvents.ts";
import { reconcileOrders } from "./reconcileOrders.ts";
import { refundSecondPurchases } from "./refundSecondPurchases.ts";

/**
 * POST, for timers that hold the secret key (`apikey` header): repairs the effects of lost events and crashes, pauses
 * access to plans past their grace period and to orders with a refused student ID, refunds those and second purchases, and sends reminders of overdue payments and
 * abandoned orders. Each call does a limited part of the work, and calls may overlap. Returns how many orders were
 * `checked`, `granted`, `paused`, `refunded`, `reminded`, `invited` back and `failed`, and how many missed events it
 * `caughtUp` with.
 */
export default {
  fetch: serveJob("reconcile-payments", async (call) => {
    const counts = await reconcileOrders(call);
    const caughtUp = await handleMissedEvents(call);
    const refunded = (await refundSecondPurchases(call)) + (await refundRefusedOrders(call));
    const suspended = await callDatabase(call.admin, "pause_refused_orders", {}, z.int());
    const reminded = await callDatabase(call.admin, "remind_overdue", {}, z.int());
    const invited = await queueReminders(call);
    await startMailDelivery(call);
    return { ...counts, paused: counts.paused + suspended, caughtUp, refunded, reminded, invited };
  }),
};

const MAX_REMINDERS_PER_RUN = 50;

/** Queues the single reminder for orders abandoned a day ago whose buyer agreed to it. Returns how many. */
function queueReminders(call: Call): Promise<number> {
  return callDatabase(call.admin, "queue_reminders", { p_limit: MAX_REMINDERS_PER_RUN }, z.int());
}
