import { Hono } from "hono";
import { html } from "hono/html";
import { invoices } from "../billing/invoices/objects.ts";
import { periodOf, subscriptions } from "../billing/subscriptions/objects.ts";
import { charges } from "../charges/objects.ts";
import { sessions } from "../checkout/objects.ts";
import { deliveries, events } from "../webhooks/objects.ts";
import type { World } from "../world.ts";
import { type Html, layout, pageHeaders, testModeNotice } from "./layout.ts";
import { formatMoney } from "./money.ts";

const MOST_ROWS = 50;
const MS_PER_SECOND = 1000;

/** `/`: what the simulator stores, newest first. The README lists the controls that change it. */
export function dashboardRoutes(world: World): Hono {
  const app = new Hono();
  app.get("/", (c) => c.html(dashboardPage(world), 200, pageHeaders()));
  return app;
}

function dashboardPage(world: World): Html {
  const { store, siteName } = world;
  return layout(
    "Payment simulator",
    "dashboard",
    html`<main>
<h1>Payment simulator</h1>
${testModeNotice}
<p>What ${siteName} has sent to its payment provider. Nothing has left this machine. It is ${time(world.now())} here.</p>
${table(
  "Checkout sessions",
  store
    .all(sessions)
    .map((each) => [
      time(each.created),
      each.url ? html`<a href="${each.url}">Pay</a>` : each.status,
      each.customer_details?.email ?? "",
      formatMoney(each.amount_total, each.currency),
      each.id,
    ]),
)}
${table(
  "Payments",
  store
    .all(charges)
    .map((each) => [
      time(each.created),
      each.failure_message ?? each.status,
      `${formatMoney(each.amount, each.currency)}, refunded: ${formatMoney(each.amount_refunded, each.currency)}`,
      each.disputed ? "disputed" : "",
      each.id,
    ]),
)}
${table(
  "Subscriptions",
  store
    .all(subscriptions)
    .map((each) => [time(each.created), each.status, `until ${time(periodOf(each).end)}`, each.id]),
)}
${table(
  "Invoices",
  store
    .all(invoices)
    .map((each) => [
      time(each.created),
      each.hosted_invoice_url ? html`<a href="${each.hosted_invoice_url}">${each.number}</a>` : "draft",
      each.status,
      formatMoney(each.total, each.currency),
      each.id,
    ]),
)}
${table(
  "Events",
  store.all(events).map((event) => [
    time(event.created),
    event.type,
    store
      .all(deliveries)
      .filter((each) => each.event === event.id)
      .map((each) => each.state)
      .join(", "),
    event.id,
  ]),
)}
</main>`,
  );
}

function table(heading: string, rows: readonly (string | Html | null)[][]): Html {
  return html`<section><h2>${heading}</h2>
<table><tbody>${rows.slice(0, MOST_ROWS).map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table>
</section>`;
}

/** Shows a time given in Unix seconds. */
function time(seconds: number): string {
  return new Date(seconds * MS_PER_SECOND).toISOString().slice(0, 19).replace("T", " ");
}
