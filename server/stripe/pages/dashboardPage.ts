import { html } from "hono/html";
import { charges } from "../objects/charge.ts";
import { deliveries } from "../objects/delivery.ts";
import { events, type StripeEvent } from "../objects/event.ts";
import { sessions } from "../objects/session.ts";
import { readMode, type WebhookMode } from "../webhooks/mode.ts";
import type { World } from "../world.ts";
import { deliveryState } from "./deliveryState.ts";
import { type Html, layout, testModeNotice } from "./layout.ts";
import { formatMoney } from "./money.ts";

const MOST_ROWS = 50;
const MS_PER_SECOND = 1000;

/** Sessions, payments and events, newest first. */
export function dashboardPage(world: World): Html {
  const { store, siteName } = world;
  return layout(
    "Payment simulator",
    "dashboard",
    html`<main>
<header><h1>Payment simulator</h1>
${testModeNotice}
<p>What ${siteName} asked of its payment provider on this machine. Nothing left it.</p></header>
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
${table(
  "Payments",
  ["Created", "Charge", "Card", "Amount", "Status"],
  store
    .all(charges)
    .map((each) => [
      time(each.created),
      short(each.id),
      `${each.payment_method_details?.card?.brand ?? "card"} … ${each.payment_method_details?.card?.last4 ?? ""}`,
      formatMoney(each.amount, each.currency),
      each.failure_message ?? each.status,
    ]),
)}
${webhookControls(readMode(store))}
${table(
  "Events",
  ["Created", "Event", "Type", "Delivery", "Action"],
  store
    .all(events)
    .map((each) => [
      time(each.created),
      short(each.id),
      each.type,
      deliveryState(store.all(deliveries).filter((delivery) => delivery.event === each.id)),
      resendButton(each),
    ]),
)}
</main>`,
  );
}

function table(heading: string, columns: readonly string[], rows: readonly (string | Html)[][]): Html {
  if (rows.length === 0) return html`<section><h2>${heading}</h2><p class="hint">None yet.</p></section>`;
  return html`<section><h2>${heading}</h2>
<table><thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows
    .slice(0, MOST_ROWS)
    .map(
      (row) =>
        html`<tr>${row.map((cell, at) => html`<td data-label="${columns[at] ?? ""}">${cell}</td>`)}</tr>`,
    )}</tbody></table>
${rows.length > MOST_ROWS ? html`<p class="hint">The newest ${MOST_ROWS} of ${rows.length}.</p>` : ""}
</section>`;
}

function webhookControls(mode: WebhookMode): Html {
  const says = {
    deliver: "Events are sent as they happen.",
    hold: "Events are held and sent when delivery goes on.",
    drop: "Events that happen now are lost on the way.",
  };
  const button = (value: WebhookMode, label: string) =>
    html`<button type="submit" name="mode" value="${value}" class="secondary" aria-pressed="${mode === value ? "true" : "false"}">${label}</button>`;
  return html`<section><h2>Webhooks</h2><p>${says[mode]}</p>
<form method="post" action="/dashboard/webhooks" class="choices">
${button("deliver", "Deliver")} ${button("hold", "Hold")} ${button("drop", "Drop")}
</form></section>`;
}

function resendButton(event: StripeEvent): Html {
  return html`<form method="post" action="/dashboard/events/${event.id}/resend"><button type="submit" class="secondary" aria-label="Send again: ${event.type}">Send again</button></form>`;
}

function time(created: number): Html {
  const iso = new Date(created * MS_PER_SECOND).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace("T", " ")}</time>`;
}

function short(id: string): string {
  return id.length > 24 ? `${id.slice(0, 12)}…${id.slice(-6)}` : id;
}
