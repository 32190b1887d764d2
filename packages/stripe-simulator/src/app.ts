import { readFileSync } from "node:fs";
import { Hono } from "hono";
import { serveApi } from "./api/serve.ts";
import { controlRoutes } from "./controls/controlRoutes.ts";
import { requireLocalCaller } from "./controls/requireLocalCaller.ts";
import { creditNoteRoutes, invoiceRoutes } from "./pages/billing/invoiceRoutes.ts";
import { portalRoutes } from "./pages/billing/portalRoutes.ts";
import { payRoutes } from "./pages/checkout/payRoutes.ts";
import { dashboardRoutes } from "./pages/dashboard.ts";
import { allResources } from "./resources.ts";
import { runDue } from "./time/runDue.ts";
import type { Deliverer } from "./webhooks/deliver.ts";
import type { World } from "./world.ts";

const styles = readFileSync(new URL("./pages/simulator.css", import.meta.url), "utf8");
const icon = readFileSync(new URL("./pages/icon.svg", import.meta.url), "utf8");

function assetHeaders(type: string) {
  return { "Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff", "Content-Type": type };
}

/** The API under `/v1`; for local callers only, the buyers' pages, an overview and the controls under `/_sim`. */
export function createSimulatorApp(world: World, deliverer: Deliverer, secretKey: string): Hono {
  const app = new Hono();
  const endpoints = allResources.flatMap((each) => each.endpoints);
  app.route("/v1", serveApi(world, { secretKey, endpoints, before: () => runDue(world) }));
  app.use(requireLocalCaller);
  app.route("/pay", payRoutes(world));
  app.route("/invoice", invoiceRoutes(world));
  app.route("/credit-note", creditNoteRoutes(world));
  app.route("/portal", portalRoutes(world));
  app.get("/assets/simulator.css", (c) => c.body(styles, 200, assetHeaders("text/css; charset=utf-8")));
  app.get("/assets/icon.svg", (c) => c.body(icon, 200, assetHeaders("image/svg+xml")));
  app.route("/_sim", controlRoutes(world, deliverer));
  app.route("/", dashboardRoutes(world));
  app.notFound((c) => c.text("Not found", 404));
  app.onError((error, c) => {
    console.error(`Payment simulator: ${c.req.method} ${c.req.path}: ${error.stack ?? error.message}`);
    return c.text("The payment simulator failed; its log says more.", 500);
  });
  return app;
}
