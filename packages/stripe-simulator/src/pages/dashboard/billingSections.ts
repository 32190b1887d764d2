import { html } from "hono/html";
import { invoices } from "../../billing/invoices/objects.ts";
import { hasEnded, periodOf, type Subscription, subscriptions } from "../../billing/subscriptions/objects.ts";
import { declinesRenewals } from "../../billing/subscriptions/saveCard.ts";
import { readBillingSettings } from "../../billing/subscriptions/settings.ts";
import { secondsAhead } from "../../time/clock.ts";
import type { World } from "../../world.ts";
import type { Html } from "../layout.ts";
import { formatMoney } from "../money.ts";
import { buttons, short, table, time } from "./dashboardTable.ts";

/** Simulated time and its effects: subscriptions and their invoices. */
export function billingSections(world: World): Html {
  const { store } = world;
  return html`${clockSection(world)}
${table(
  "Subscriptions",
  ["Created", "Subscription", "Status", "Period ends", "Action"],
  store
    .all(subscriptions)
    .map((each) => [
      time(each.created),
      short(each.id),
      `${each.status.replaceAll("_", " ")}${each.schedule ? ", scheduled" : ""}`,
      hasEnded(each) ? "—" : time(periodOf(each).end),
      renewalButton(world, each),
    ]),
)}
${table(
  "Invoices",
  ["Created", "Invoice", "Amount", "Status", "Next attempt"],
  store
    .all(invoices)
    .map((each) => [
      time(each.created),
      each.hosted_invoice_url
        ? html`<a href="${each.hosted_invoice_url}">${each.number ?? short(each.id)}</a>`
        : short(each.id),
      formatMoney(each.total, each.currency),
      `${each.status}, ${each.attempt_count} attempt${each.attempt_count === 1 ? "" : "s"}`,
      each.next_payment_attempt === null ? "—" : time(each.next_payment_attempt),
    ]),
)}`;
}

function clockSection({ store, now }: World): Html {
  const { afterRetries } = readBillingSettings(store);
  const setting = (value: typeof afterRetries, label: string) => ({
    label,
    body: { afterRetries: value },
    isOn: value === afterRetries,
  });
  return html`<section><h2>Time</h2>
<p>It is ${time(now())} here${secondsAhead(store) > 0 ? ", ahead of real time" : ""}. Time can only be advanced; everything that falls due on the way is carried out.</p>
${buttons("advance", [
  { label: "Advance one day", body: { days: 1 } },
  { label: "Advance one month", body: { months: 1 } },
])}
<p>When the last retry of a payment fails, the subscription is:</p>
${buttons("billing", [
  setting("cancel", "canceled"),
  setting("unpaid", "marked unpaid"),
  setting("past_due", "left past due"),
])}</section>`;
}

function renewalButton(world: World, subscription: Subscription): Html | string {
  const { id } = subscription;
  if (hasEnded(subscription) || !subscription.default_payment_method) return "—";
  const declines = declinesRenewals(world, id);
  const label = declines ? "Let renewals succeed" : "Let renewals fail";
  return buttons(`subscriptions/${id}/renewals`, [{ label, body: { decline: !declines }, about: short(id) }]);
}
