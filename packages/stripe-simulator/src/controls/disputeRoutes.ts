import { Hono } from "hono";
import { z } from "zod";
import { view } from "../api/view.ts";
import { charges } from "../charges/charge.ts";
import { closeDispute } from "../disputes/closeDispute.ts";
import { disputes } from "../disputes/dispute.ts";
import { openDispute } from "../disputes/openDispute.ts";
import type { World } from "../world.ts";

const disputeBody = z.strictObject({
  reason: z.enum(["fraudulent", "product_not_received"]).default("fraudulent"),
});
export const outcomeBody = z.strictObject({ outcome: z.enum(["won", "lost"]) });

/** `/_sim/charges/:id/dispute` and `/_sim/disputes/:id/close`: what only a buyer's bank can do. */
export function disputeRoutes(world: World): Hono {
  const app = new Hono();
  app.post("/charges/:id/dispute", async (c) => {
    const body = disputeBody.safeParse(await c.req.json().catch(() => ({})));
    if (!body.success) return c.json({ error: 'Send {} or {"reason":"product_not_received"}' }, 400);
    const charge = world.store.get(charges, c.req.param("id"));
    if (!charge) return c.json({ error: "No such charge" }, 404);
    const dispute = world.store.atomically(() => openDispute(world, charge, body.data.reason));
    await world.store.flush();
    if (!dispute) return c.json({ error: "There is nothing to dispute" }, 409);
    return c.body(JSON.stringify(view(world, dispute)), 200, { "content-type": "application/json" });
  });
  app.post("/disputes/:id/close", async (c) => {
    const body = outcomeBody.safeParse(await c.req.json().catch(() => null));
    if (!body.success) return c.json({ error: 'Send {"outcome":"won"} or {"outcome":"lost"}' }, 400);
    const dispute = world.store.get(disputes, c.req.param("id"));
    if (!dispute) return c.json({ error: "No such dispute" }, 404);
    const closed = world.store.atomically(() => closeDispute(world, dispute, body.data.outcome));
    await world.store.flush();
    return c.body(JSON.stringify(view(world, closed)), 200, { "content-type": "application/json" });
  });
  return app;
}
