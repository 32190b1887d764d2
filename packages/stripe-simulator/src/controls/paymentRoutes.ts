import { Hono } from "hono";
import { z } from "zod";
import { given } from "../api/params/given.ts";
import { view } from "../api/view.ts";
import { settleBankDebit } from "../charges/bankDebit.ts";
import { paymentIntents } from "../charges/paymentIntent.ts";
import {
  changeCheckoutSettings,
  checkoutSettings,
  readCheckoutSettings,
} from "../checkout/checkoutSettings.ts";
import type { World } from "../world.ts";

const settingsBody = checkoutSettings.partial();
export const debitBody = z.strictObject({ outcome: z.enum(["succeeded", "failed"]) });

/**
 * `/_sim/checkout`: the account's settings for new sessions. `/_sim/payments/:id/settle`: the bank's answer to a debit,
 * before it is due.
 */
export function paymentRoutes(world: World): Hono {
  const app = new Hono();
  app.get("/checkout", (c) => c.json(readCheckoutSettings(world.store)));
  app.post("/checkout", async (c) => {
    const body = settingsBody.safeParse(await c.req.json().catch(() => null));
    if (!body.success)
      return c.json({ error: 'Send {"adaptivePricing":false} or {"paymentMethods":["card"]}' }, 400);
    const settings = changeCheckoutSettings(world.store, given(body.data));
    await world.store.flush();
    return c.json(settings);
  });
  app.post("/payments/:id/settle", async (c) => {
    const body = debitBody.safeParse(await c.req.json().catch(() => null));
    if (!body.success) return c.json({ error: 'Send {"outcome":"succeeded"} or {"outcome":"failed"}' }, 400);
    const intent = world.store.get(paymentIntents, c.req.param("id"));
    if (!intent) return c.json({ error: "No such payment" }, 404);
    if (intent.status !== "processing") return c.json({ error: "The payment is not being processed" }, 409);
    const settled = world.store.atomically(() => settleBankDebit(world, intent, body.data.outcome));
    await world.store.flush();
    return c.body(JSON.stringify(view(world, settled)), 200, { "content-type": "application/json" });
  });
  return app;
}
