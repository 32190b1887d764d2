import { Hono } from "hono";
import type { Deliverer } from "../webhooks/deliver.ts";
import type { World } from "../world.ts";
import { disputeRoutes } from "./disputeRoutes.ts";
import { paymentRoutes } from "./paymentRoutes.ts";
import { timeRoutes } from "./timeRoutes.ts";
import { webhookRoutes } from "./webhookRoutes.ts";

/** `/_sim`: controls for tests. JSON in and out. */
export function controlRoutes(world: World, deliverer: Deliverer): Hono {
  const app = new Hono();
  app.route("/", webhookRoutes(world, deliverer));
  app.route("/", disputeRoutes(world));
  app.route("/", paymentRoutes(world));
  app.route("/", timeRoutes(world));
  return app;
}
