import { Hono } from "hono";
import { z } from "zod";
import { deliveries } from "../objects/delivery.ts";
import type { Deliverer } from "../webhooks/deliver.ts";
import { readMode, setMode, webhookMode } from "../webhooks/mode.ts";
import type { World } from "../world.ts";
import { resend } from "./resend.ts";

const modeBody = z.strictObject({ mode: webhookMode });

/** `/_sim`: what tests switch. JSON in and out. */
export function controlRoutes(world: World, deliverer: Deliverer): Hono {
  const app = new Hono();
  app.get("/webhooks", (c) =>
    c.json({ mode: readMode(world.store), deliveries: world.store.all(deliveries) }),
  );
  app.post("/webhooks", async (c) => {
    const body = modeBody.safeParse(await c.req.json().catch(() => null));
    if (!body.success)
      return c.json({ error: 'Send {"mode":"deliver"}, {"mode":"hold"} or {"mode":"drop"}' }, 400);
    await changeMode(world, deliverer, body.data.mode);
    return c.json(body.data);
  });
  app.post("/events/:id/resend", async (c) => {
    const count = resend(world, c.req.param("id"));
    await world.store.flush();
    return count === null ? c.json({ error: "No such event" }, 404) : c.json({ deliveries: count });
  });
  return app;
}

/** When this resolves nothing sent under the old mode is still under way. */
export async function changeMode(
  world: World,
  deliverer: Deliverer,
  mode: z.output<typeof webhookMode>,
): Promise<void> {
  setMode(world.store, mode);
  await world.store.flush();
  if (mode === "deliver") deliverer.wake();
  else await deliverer.idle();
}
