import { Hono } from "hono";
import type { Deliverer } from "../../webhooks/deliver.ts";
import type { World } from "../../world.ts";
import { pageHeaders } from "../layout.ts";
import { billingActions } from "./billingActions.ts";
import { dashboardPage } from "./dashboardPage.ts";
import { paymentActions } from "./paymentActions.ts";
import { webhookActions } from "./webhookActions.ts";

/** `/`: a look at everything, with the same controls as `/_sim` as plain forms. */
export function dashboardRoutes(world: World, deliverer: Deliverer): Hono {
  const app = new Hono();
  app.get("/", (c) => c.html(dashboardPage(world), 200, pageHeaders()));
  app.route("/dashboard", webhookActions(world, deliverer));
  app.route("/dashboard", paymentActions(world));
  app.route("/dashboard", billingActions(world));
  return app;
}
