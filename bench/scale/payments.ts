import { setTimeout as pause } from "node:timers/promises";
import Stripe from "stripe";
import { timed } from "./calls.ts";
import { callAs, type ScaleDatabase } from "./database.ts";

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

/** Only the statements of functions/_shared/payments, without HTTP, signatures, functions and emails. */
export function directDelivery({ lend }: ScaleDatabase): Deliver {
  return ({ id, user_id }) =>
    lend(async (client) => {
      const event = [`evt_${id}`];
      const seen = await callAs<string | null>(
        client,
        "service_role",
        `insert into stripe_events (id, type) values ($1, 'checkout.session.completed')
         on conflict (id) do update set tried_at = now() returning processed_at as result`,
        event,
      );
      if (seen !== null) return;
      const args = [id, `cs_${user_id}`, user_id, `pi_${user_id}`];
      const record = "select record_order_payment($1, $2, $3, $4) as result";
      await callAs<boolean>(client, "service_role", record, args);
      await callAs(
        client,
        "service_role",
        "with done as (update stripe_events set processed_at = now() where id = $1 and processed_at is null) select 1 as result",
        event,
      );
    });
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
 * event again whose delivery failed. Returns the latencies until the event was accepted, and the number of failed deliveries.
 * Throws unless every order was paid exactly once.
 */
export async function payAll(
  { admin }: ScaleDatabase,
  orders: readonly Order[],
  copies: number,
  deliver: Deliver,
): Promise<{ payments: number[]; repeated: number }> {
  const events = orders.flatMap((order) => Array<Order>(copies).fill(order));
  events.sort(() => Math.random() - 0.5);
  let repeated = 0;
  const deliverUntilAccepted = async (order: Order) => {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await deliver(order);
      } catch (error) {
        if (attempt === MAX_ATTEMPTS) throw error;
        repeated += 1;
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
  return { payments, repeated };
}
