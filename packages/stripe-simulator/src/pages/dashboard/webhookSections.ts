import { html } from "hono/html";
import type { Store } from "../../store.ts";
import { type Delivery, deliveries, events } from "../../webhooks/objects.ts";
import { readSettings, type WebhookMode } from "../../webhooks/settings.ts";
import type { Html } from "../layout.ts";
import { buttons, short, table, time } from "./dashboardTable.ts";

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
      buttons(`events/${each.id}/resend`, [{ label: "Send again", body: {}, about: each.type }]),
    ]),
)}`;
}

function webhookControls(store: Store): Html {
  const { mode, copies, lose, delay_ms: delay } = readSettings(store);
  const modeButton = (label: string, value: WebhookMode) => ({
    label,
    body: { mode: value },
    isOn: mode === value,
  });
  return html`<section><h2>Webhooks</h2><p>${SAYS[mode]}</p>
${buttons("webhooks", [
  modeButton("Deliver", "deliver"),
  modeButton("Hold", "hold"),
  modeButton("Drop", "drop"),
])}
${buttons("webhooks", [
  { label: "Send each event twice", body: { copies: copies === 1 ? 2 : 1 }, isOn: copies > 1 },
  { label: "Delay by 30 seconds", body: { delay_ms: delay === 0 ? 30_000 : 0 }, isOn: delay > 0 },
  { label: "Lose the next event", body: { lose: lose ? null : { next: 1 } }, isOn: lose !== null },
])}
${mode === "hold" ? releaseButtons : ""}</section>`;
}

const releaseButtons: Html = buttons("webhooks/release", [
  { label: "Send held events, oldest first", body: { order: "forwards" } },
  { label: "Send held events, newest first", body: { order: "backwards" } },
]);

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
