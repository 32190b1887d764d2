import { Hono } from "hono";
import { z } from "zod";
import { changeWebhooks } from "../../controls/changeWebhooks.ts";
import { heldInOrder } from "../../controls/release.ts";
import { resend } from "../../controls/resend.ts";
import type { Deliverer } from "../../webhooks/deliver.ts";
import { webhookMode } from "../../webhooks/settings.ts";
import type { World } from "../../world.ts";

const settingsForm = z.object({
  mode: webhookMode.optional(),
  copies: z.enum(["1", "2"]).transform(Number).optional(),
  delay: z.enum(["0", "30000"]).transform(Number).optional(),
  lose: z
    .enum(["none", "next"])
    .transform((value) => (value === "next" ? { next: 1 } : null))
    .optional(),
});
const releaseForm = z.object({ order: z.enum(["forwards", "backwards"]) });

/** The dashboard's buttons for events, as plain forms. */
export function webhookActions(world: World, deliverer: Deliverer): Hono {
  const app = new Hono();
  app.post("/webhooks", async (c) => {
    const form = settingsForm.safeParse(await c.req.parseBody());
    if (form.success) {
      const { delay: delay_ms, ...change } = form.data;
      await changeWebhooks(world, deliverer, { ...change, delay_ms });
    }
    return c.redirect("/", 303);
  });
  app.post("/webhooks/release", async (c) => {
    const form = releaseForm.safeParse(await c.req.parseBody());
    const held = form.success ? heldInOrder(world.store, form.data.order) : [];
    if (typeof held !== "string") await deliverer.sendInOrder(held);
    return c.redirect("/", 303);
  });
  app.post("/events/:id/resend", async (c) => {
    resend(world, c.req.param("id"));
    await world.store.flush();
    return c.redirect("/", 303);
  });
  return app;
}
