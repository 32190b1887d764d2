import { setTimeout as pause } from "node:timers/promises";
import Stripe from "stripe";
import { timed } from "./calls.ts";
import type { ScaleDatabase } from "./database.ts";

const MAX_ATTEMPTS = 5;
const ATTEMPTS_PAUSE_MS = 2_000;

export type Order = { id: string; user_id: string };
/** Delivers the event that says that this order's payment page was completed. */
export type Deliver = (order: Order) => Promise<unknown>;

export async function ordersOf({ admin }: ScaleDatabase, group: string): Promise<Order[]> {
  const { rows } = await admin.query<Order>(
    `select orders.id, user_id from orders join scale_learners on scale_learners.id = user_id where group_name = $1`,
    [group],
  );
  return rows;
}

/** A signed request to the function, as the provider sends it. */
export function webhookDelivery({ api, functionSecrets, sessions }: ScaleDatabase): Deliver {
  const { STRIPE_WEBHOOK_SECRET: secret = "" } = functionSecrets;
  return async ({ id, user_id }) => {
    const object = {
      ...{ id: `cs_${user_id}`, object: "checkout.session", status: "complete", payment_status: "paid" },
      ...{ amount_total: 6000, currency: "gbp", payment_intent: `pi_${user_id}`, metadata: { order_id: id } },
    };
    sessions.set(object.id, object);
    const event = { id: `evt_${id}`, object: "event", type: "checkout.session.completed", data: { object } };
    const payload = JSON.stringify(event);
    const signature = await Stripe.webhooks.generateTestHeaderStringAsync({ payload, secret });
    const reply = await fetch(`${api.url}/functions/v1/stripe-webhook`, {
      method: "POST",
      headers: { "content-type": "application/json", "stripe-signature": signature },
      body: payload,
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`stripe-webhook: ${reply.status} ${text}`);
  };
}

/**
 * Delivers the event of every order `copies` times, in random order and all at once. As the provider would, it sends an
 * event again whose delivery failed. Returns the latencies until the event was accepted. Throws unless every order was paid exactly once.
 */
export async function payAll(
  { admin }: ScaleDatabase,
  orders: readonly Order[],
  copies: number,
  deliver: Deliver,
): Promise<number[]> {
  const events = orders.flatMap((order) => Array<Order>(copies).fill(order));
  events.sort(() => Math.random() - 0.5);
  const deliverUntilAccepted = async (order: Order) => {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await deliver(order);
      } catch (error) {
        if (attempt === MAX_ATTEMPTS) throw error;
        await pause(ATTEMPTS_PAUSE_MS * attempt);
      }
  };
  const payments = await Promise.all(events.map((order) => timed(() => deliverUntilAccepted(order))));
  const { rows } = await admin.query<{ paid: number; payments: number; enrolled: number; mails: number }>(
    `select count(*) filter (where orders.status = 'paid')::int as paid,
       (select count(*) from order_payments where order_id = any ($1))::int as payments,
       (select count(*) from course_enrollments where user_id = any ($2) and status = 'active')::int as enrolled,
       (select count(*) from mail_queue where order_id = any ($1))::int as mails
     from orders where id = any ($1)`,
    [orders.map(({ id }) => id), orders.map(({ user_id }) => user_id)],
  );
  const count = orders.length;
  const expected = { paid: count, payments: count, enrolled: count, mails: 2 * count };
  if (JSON.stringify(rows[0]) !== JSON.stringify(expected))
    throw new Error(`${count} orders: ${JSON.stringify(rows[0])}`);
  return payments;
}
