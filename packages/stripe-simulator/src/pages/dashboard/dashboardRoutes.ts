import { Hono } from "hono";
import { html } from "hono/html";
import { sessions } from "../../checkout/session.ts";
import type { Deliverer } from "../../webhooks/deliver.ts";
import type { World } from "../../world.ts";
import { type Html, layout, pageHeaders, testModeNotice } from "../layout.ts";
import { formatMoney } from "../money.ts";
import { billingActions } from "./billingActions.ts";
import { billingSections } from "./billingSections.ts";
import { short, table, time } from "./dashboardTable.ts";
import { paymentActions } from "./paymentActions.ts";
import { paymentSections } from "./paymentSections.ts";
import { webhookActions } from "./webhookActions.ts";
import { webhookSections } from "./webhookSections.ts";

/** `/`: an overview of everything, and the controls of `/_sim` as plain forms. */
export function dashboardRoutes(world: World, deliverer: Deliverer): Hono {
  const app = new Hono();
  app.get("/", (c) => c.html(dashboardPage(world), 200, pageHeaders()));
  app.route("/dashboard", webhookActions(world, deliverer));
  app.route("/dashboard", paymentActions(world));
  app.route("/dashboard", billingActions(world));
  return app;
}

/** Everything that the simulator stores, newest first. */
function dashboardPage(world: World): Html {
  const { store, siteName } = world;
  return layout(
    "Payment simulator",
    "dashboard",
    html`<main>
<header><h1>Payment simulator</h1>
${testModeNotice}
<p>What ${siteName} has sent to its payment provider. Nothing has left this machine.</p></header>
${table(
  "Checkout sessions",
  ["Created", "Session", "Buyer", "Total", "Status"],
  store
    .all(sessions)
    .map((each) => [
      time(each.created),
      each.url ? html`<a href="${each.url}">${short(each.id)}</a>` : short(each.id),
      each.customer_details?.email ?? "—",
      formatMoney(each.amount_total, each.currency),
      `${each.status}, ${each.payment_status?.replaceAll("_", " ") ?? ""}`,
    ]),
)}
${paymentSections(world)}
${billingSections(world)}
${webhookSections(store)}
</main>`,
  );
}
