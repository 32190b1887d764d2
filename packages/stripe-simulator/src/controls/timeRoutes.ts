import { Hono } from "hono";
import { z } from "zod";
import { declineRenewals } from "../billing/subscriptions/declineRenewals.ts";
import {
  billingSettings,
  readBillingSettings,
  setBillingSettings,
} from "../billing/subscriptions/settings.ts";
import { type Advance, secondsAhead, setClock } from "../time/clock.ts";
import { runDue } from "../time/runDue.ts";
import type { World } from "../world.ts";

const renewalBody = z.strictObject({ decline: z.boolean() });
const MOST_STEPS = 120;
const count = z.number().int().min(0).max(MOST_STEPS);
const advanceBody = z.union([
  z.strictObject({ to: z.number().int() }),
  z.strictObject({ months: count.default(0), days: count.default(0) }),
]);

/**
 * `/_sim/clock`, `/_sim/advance`, `/_sim/billing` and `/_sim/subscriptions/:id/renewals`: simulated time in Unix
 * seconds, what happens after the last retry, and whether a subscription's card keeps working.
 */
export function timeRoutes(world: World): Hono {
  const app = new Hono();
  app.get("/clock", (c) => c.json(clockOf(world)));
  app.post("/advance", async (c) => {
    const body = advanceBody.safeParse(await c.req.json().catch(() => null));
    if (!body.success)
      return c.json({ error: 'Send {"months":1}, {"days":1} or {"to":<Unix seconds>}' }, 400);
    if (!(await advanceTime(world, body.data))) return c.json({ error: "That time is over already" }, 400);
    return c.json(clockOf(world));
  });
  app.get("/billing", (c) => c.json(readBillingSettings(world.store)));
  app.post("/billing", async (c) => {
    const body = billingSettings.safeParse(await c.req.json().catch(() => null));
    if (!body.success)
      return c.json({ error: 'Send {"afterRetries":"cancel"}, "unpaid" or "past_due"' }, 400);
    setBillingSettings(world.store, body.data);
    await world.store.flush();
    return c.json(body.data);
  });
  app.post("/subscriptions/:id/renewals", async (c) => {
    const body = renewalBody.safeParse(await c.req.json().catch(() => null));
    if (!body.success) return c.json({ error: 'Send {"decline":true} or {"decline":false}' }, 400);
    const done = declineRenewals(world, c.req.param("id"), body.data.decline);
    await world.store.flush();
    return done ? c.json(body.data) : c.json({ error: "No such subscription with a card" }, 404);
  });
  return app;
}

function clockOf(world: World) {
  return { now: world.now(), secondsAhead: secondsAhead(world.store) };
}

/** Advances the clock and runs everything that is due by then. Returns false for a time in the past. */
export async function advanceTime(world: World, advance: Advance): Promise<boolean> {
  if (!setClock(world.store, world.now(), advance)) return false;
  runDue(world);
  await world.store.flush();
  return true;
}
