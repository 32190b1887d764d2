import { html } from "hono/html";
import type { Store } from "../../store/store.ts";
import { type Delivery, deliveries } from "../../webhooks/delivery.ts";
import { events, type StripeEvent } from "../../webhooks/event.ts";
import { readSettings, type WebhookMode } from "../../webhooks/settings.ts";
import type { Html } from "../layout.ts";
import { short, table, time } from "./dashboardTable.ts";

const SAYS: { readonly [mode in WebhookMode]: string } = {
  deliver: "Events are sent as they happen.",
  hold: "Events are held until delivery resumes.",
  drop: "New events are lost in transit.",
};

/** How events are delivered, and the results. */
export function webhookSections(store: Store): Html {
  return html`${webhookControls(store)}
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
)}`;
}

function webhookControls(store: Store): Html {
  const { mode, copies, lose, delay_ms: delay } = readSettings(store);
  const button = (name: string, value: string, label: string, isOn: boolean) =>
    html`<button type="submit" name="${name}" value="${value}" class="secondary" aria-pressed="${isOn ? "true" : "false"}">${label}</button>`;
  return html`<section><h2>Webhooks</h2><p>${SAYS[mode]}</p>
<form method="post" action="/dashboard/webhooks" class="choices">
${button("mode", "deliver", "Deliver", mode === "deliver")}
${button("mode", "hold", "Hold", mode === "hold")}
${button("mode", "drop", "Drop", mode === "drop")}
</form>
<form method="post" action="/dashboard/webhooks" class="choices">
${button("copies", copies === 1 ? "2" : "1", "Send each event twice", copies > 1)}
${button("delay", delay === 0 ? "30000" : "0", "Delay by 30 seconds", delay > 0)}
${button("lose", lose ? "none" : "next", "Lose the next event", lose !== null)}
</form>
${mode === "hold" ? releaseButtons : ""}</section>`;
}

const releaseButtons: Html = html`<form method="post" action="/dashboard/webhooks/release" class="choices">
<button type="submit" name="order" value="forwards" class="secondary">Send held events, oldest first</button>
<button type="submit" name="order" value="backwards" class="secondary">Send held events, newest first</button>
</form>`;

function resendButton(event: StripeEvent): Html {
  return html`<form method="post" action="/dashboard/events/${event.id}/resend"><button type="submit" class="secondary" aria-label="Send again: ${event.type}">Send again</button></form>`;
}

/** A one-line summary of an event's deliveries. */
function deliveryState(deliveries: readonly Delivery[]): string {
  if (deliveries.length === 0) return "nobody listens";
  const delivered = deliveries.filter((each) => each.state === "delivered").length;
  const pending = deliveries.filter((each) => each.state === "pending");
  const lost = deliveries.length - delivered - pending.length;
  const lastError = pending.flatMap((each) => each.attempts).at(-1)?.error;
  return [
    delivered === 1 ? "delivered" : delivered > 1 ? `delivered ${delivered} times` : "",
    pending.length > 0 ? `waiting${lastError ? ` (${lastError})` : ""}` : "",
    lost > 0 ? "not delivered" : "",
  ]
    .filter(Boolean)
    .join(", ");
}
