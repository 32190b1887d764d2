import { Hono } from "hono";
import { html } from "hono/html";
import { sessions } from "../../checkout/objects.ts";
import type { World } from "../../world.ts";
import { type Html, layout, pageHeaders, testModeNotice } from "../layout.ts";
import { formatMoney } from "../money.ts";
import { billingSections } from "./billingSections.ts";
import { short, table, time } from "./dashboardTable.ts";
import { paymentSections } from "./paymentSections.ts";
import { webhookSections } from "./webhookSections.ts";

/** `/`: an overview of everything, with buttons for the controls of `/_sim`. */
export function dashboardRoutes(world: World): Hono {
  const app = new Hono();
  app.get("/", (c) => c.html(dashboardPage(world), 200, pageHeaders()));
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
