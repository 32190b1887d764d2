import { Hono } from "hono";
import { z } from "zod";
import { ApiError, badRequest } from "../api/apiError.ts";
import { given } from "../api/params.ts";
import { view } from "../api/view.ts";
import { declineRenewals } from "../billing/subscriptions/saveCard.ts";
import { billingSettings, setBillingSettings } from "../billing/subscriptions/settings.ts";
import { cashBalanceOf, receiveTransfer } from "../billing/transfers/cash.ts";
import { closeDispute, disputes, openDispute } from "../charges/dispute.ts";
import { charges } from "../charges/objects.ts";
import { customers } from "../customers/customer.ts";
import { secondsAhead, setClock } from "../time/clock.ts";
import { runDue } from "../time/runDue.ts";
import type { Deliverer } from "../webhooks/deliver.ts";
import { enqueue } from "../webhooks/emit.ts";
import { type Delivery, deliveries, events, webhookEndpoints } from "../webhooks/objects.ts";
import { changeSettings, readSettings, webhookSettings } from "../webhooks/settings.ts";
import { requireObject, type World } from "../world.ts";

const MOST_STEPS = 120;
const count = z.number().int().min(0).max(MOST_STEPS);
const advanceBody = z.union([
  z.strictObject({ to: z.number().int() }),
  z.strictObject({ months: count.default(0), days: count.default(0) }),
]);
/** Oldest first, newest first, or exactly these event ids and types in this order; all others stay held. */
const releaseOrder = z.union([z.enum(["forwards", "backwards"]), z.array(z.string()).min(1)]);

/** `/_sim`: what tests and developers may do that Stripe's API cannot. JSON in and out. */
export function controlRoutes(world: World, deliverer: Deliverer): Hono {
  const app = new Hono();
  const { store } = world;
  function control<S extends z.ZodType>(
    path: string,
    body: S,
    run: (input: z.output<S>, id: string) => unknown,
  ): void {
    app.post(path, async (c) => {
      const checked = body.safeParse(await c.req.json().catch(() => null));
      if (!checked.success) throw badRequest(z.prettifyError(checked.error));
      const result = await run(checked.data, c.req.param("id") ?? "");
      await store.flush();
      return c.body(JSON.stringify(result), 200, { "content-type": "application/json" });
    });
  }
  app.onError((error) => {
    if (!(error instanceof ApiError)) throw error;
    return Response.json({ error: error.message }, { status: error.status });
  });
  const clock = () => ({ now: world.now(), secondsAhead: secondsAhead(store) });

  app.get("/clock", (c) => c.json(clock()));
  control("/advance", advanceBody, (advance) => {
    if (!setClock(store, world.now(), advance)) throw badRequest("That time is over already");
    runDue(world);
    return clock();
  });

  control("/billing", billingSettings, (settings) => {
    setBillingSettings(store, settings);
    return settings;
  });
  control("/customers/:id/transfers", z.strictObject({ amount: z.int().min(1) }), ({ amount }, id) => {
    store.atomically(() => receiveTransfer(world, id, { amount, currency: "gbp", reference: null }));
    return view(world, cashBalanceOf(requireObject(world, customers, id)));
  });
  control("/subscriptions/:id/renewals", z.strictObject({ decline: z.boolean() }), (body, id) => {
    if (!declineRenewals(world, id, body.decline)) throw missing("subscription with a card");
    return body;
  });

  control("/charges/:id/dispute", z.strictObject({}), (_body, id) => {
    const charge = requireObject(world, charges, id);
    const dispute = store.atomically(() => openDispute(world, charge));
    if (!dispute) throw conflict("There is nothing to dispute");
    return view(world, dispute);
  });
  control("/disputes/:id/close", z.strictObject({ outcome: z.enum(["won", "lost"]) }), ({ outcome }, id) => {
    const dispute = requireObject(world, disputes, id);
    return view(
      world,
      store.atomically(() => closeDispute(world, dispute, outcome)),
    );
  });

  app.get("/webhooks", (c) => c.json({ ...readSettings(store), deliveries: store.all(deliveries) }));
  // Unless the new mode delivers events, waits until all deliveries started under the old settings have finished.
  control("/webhooks", webhookSettings, async (change) => {
    changeSettings(store, given(change));
    await store.flush();
    if (readSettings(store).mode === "deliver") deliverer.wake();
    else await deliverer.idle();
    return change;
  });
  control("/webhooks/release", z.strictObject({ order: releaseOrder }), async ({ order }) => {
    return { sent: await deliverer.sendInOrder(heldInOrder(world, order)) };
  });
  control("/events/:id/resend", z.strictObject({}), (_body, id) => {
    const event = requireObject(world, events, id);
    const targets = store.all(webhookEndpoints).filter((each) => each.status === "enabled");
    for (const target of targets) enqueue(world, event, target.id);
    return { deliveries: targets.length };
  });
  return app;
}

function missing(what: string): ApiError {
  return new ApiError(404, { type: "invalid_request_error", message: `No such ${what}` });
}

function conflict(message: string): ApiError {
  return new ApiError(409, { type: "invalid_request_error", message });
}

/** The ids of pending deliveries in the requested order. Throws for a name that no pending delivery matches. */
function heldInOrder({ store }: World, order: z.output<typeof releaseOrder>): string[] {
  const newestFirst = store.all(deliveries).filter((each) => each.state === "pending");
  const oldestFirst = newestFirst.toReversed();
  if (order === "forwards") return oldestFirst.map((each) => each.id);
  if (order === "backwards") return newestFirst.map((each) => each.id);
  const isNamed = (delivery: Delivery, name: string) =>
    delivery.event === name || store.get(events, delivery.event)?.type === name;
  const left = new Set(oldestFirst);
  return order.map((name) => {
    const match = [...left].find((each) => isNamed(each, name));
    if (!match) throw conflict(`Nothing is held of ${name}`);
    left.delete(match);
    return match.id;
  });
}
