import { Hono } from "hono";
import { z } from "zod";
import { changeMode } from "../controls/controlRoutes.ts";
import { resend } from "../controls/resend.ts";
import type { Deliverer } from "../webhooks/deliver.ts";
import { webhookMode } from "../webhooks/mode.ts";
import type { World } from "../world.ts";
import { dashboardPage } from "./dashboardPage.ts";
import { pageHeaders } from "./layout.ts";

const modeForm = z.object({ mode: webhookMode });

/** `/`: a look at everything, with the same controls as `/_sim` as plain forms. */
export function dashboardRoutes(world: World, deliverer: Deliverer): Hono {
  const app = new Hono();
  app.get("/", (c) => c.html(dashboardPage(world), 200, pageHeaders()));
  app.post("/dashboard/webhooks", async (c) => {
    const form = modeForm.safeParse(await c.req.parseBody());
    if (form.success) await changeMode(world, deliverer, form.data.mode);
    return c.redirect("/", 303);
  });
  app.post("/dashboard/events/:id/resend", async (c) => {
    resend(world, c.req.param("id"));
    await world.store.flush();
    return c.redirect("/", 303);
  });
  return app;
}
