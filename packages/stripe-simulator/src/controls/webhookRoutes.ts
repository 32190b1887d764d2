import { Hono } from "hono";
import { z } from "zod";
import type { Deliverer } from "../webhooks/deliver.ts";
import { deliveries } from "../webhooks/delivery.ts";
import { readSettings, webhookSettings } from "../webhooks/settings.ts";
import type { World } from "../world.ts";
import { changeWebhooks } from "./changeWebhooks.ts";
import { heldInOrder, releaseOrder } from "./release.ts";
import { resend } from "./resend.ts";

const releaseBody = z.strictObject({ order: releaseOrder });

/**
 * `/_sim/webhooks` and `/_sim/events`: network faults between Stripe and the site, as tests request them. JSON in and
 * out.
 */
export function webhookRoutes(world: World, deliverer: Deliverer): Hono {
  const app = new Hono();
  app.get("/webhooks", (c) =>
    c.json({ ...readSettings(world.store), deliveries: world.store.all(deliveries) }),
  );
  app.post("/webhooks", async (c) => {
    const body = webhookSettings.safeParse(await c.req.json().catch(() => null));
    if (!body.success) return c.json({ error: z.prettifyError(body.error) }, 400);
    await changeWebhooks(world, deliverer, body.data);
    return c.json(body.data);
  });
  app.post("/webhooks/release", async (c) => {
    const body = releaseBody.safeParse(await c.req.json().catch(() => null));
    if (!body.success) return c.json({ error: z.prettifyError(body.error) }, 400);
    const held = heldInOrder(world.store, body.data.order);
    if (typeof held === "string") return c.json({ error: `Nothing is held of ${held}` }, 409);
    return c.json({ sent: await deliverer.sendInOrder(held) });
  });
  app.post("/events/:id/resend", async (c) => {
    const count = resend(world, c.req.param("id"));
    await world.store.flush();
    return count === null ? c.json({ error: "No such event" }, 404) : c.json({ deliveries: count });
  });
  return app;
}
