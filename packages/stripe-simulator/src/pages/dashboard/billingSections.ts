import { html } from "hono/html";
import { invoices } from "../../billing/invoices/invoice.ts";
import { subscriptionSchedules } from "../../billing/schedules/subscriptionSchedule.ts";
import { declinesRenewals } from "../../billing/subscriptions/declineRenewals.ts";
import { periodOf } from "../../billing/subscriptions/periodOf.ts";
import { readBillingSettings } from "../../billing/subscriptions/settings.ts";
import { hasEnded, type Subscription, subscriptions } from "../../billing/subscriptions/subscription.ts";
import { secondsAhead } from "../../time/clock.ts";
import type { World } from "../../world.ts";
import type { Html } from "../layout.ts";
import { formatMoney } from "../money.ts";
import { short, table, time } from "./dashboardTable.ts";

/** Simulated time and its effects: subscriptions, their schedules and their invoices. */
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
  "Subscription schedules",
  ["Created", "Schedule", "Status", "Phase ends", "Then"],
  store
    .all(subscriptionSchedules)
    .map((each) => [
      time(each.created),
      short(each.id),
      each.status,
      each.current_phase ? time(each.current_phase.end_date) : "—",
      each.end_behavior,
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

function clockSection(world: World): Html {
  const { afterRetries } = readBillingSettings(world.store);
  const setting = (value: string, label: string) =>
    html`<button type="submit" name="afterRetries" value="${value}" class="secondary" aria-pressed="${value === afterRetries ? "true" : "false"}">${label}</button>`;
  return html`<section><h2>Time</h2>
<p>It is ${time(world.now())} here${secondsAhead(world.store) > 0 ? ", ahead of real time" : ""}. Time can only be advanced; everything that falls due on the way is carried out.</p>
<form method="post" action="/dashboard/advance" class="choices">
<button type="submit" name="step" value="day" class="secondary">Advance one day</button>
<button type="submit" name="step" value="month" class="secondary">Advance one month</button>
</form>
<p>When the last retry of a payment fails, the subscription is:</p>
<form method="post" action="/dashboard/billing" class="choices">
${setting("cancel", "canceled")} ${setting("unpaid", "marked unpaid")} ${setting("past_due", "left past due")}
</form></section>`;
}

function renewalButton(world: World, subscription: Subscription): Html | string {
  if (hasEnded(subscription) || !subscription.default_payment_method) return "—";
  const declines = declinesRenewals(world, subscription.id);
  return html`<form method="post" action="/dashboard/subscriptions/${subscription.id}/renewals"><button type="submit" name="decline" value="${declines ? "false" : "true"}" class="secondary" aria-label="${declines ? "Let renewals succeed" : "Let renewals fail"}: ${short(subscription.id)}">${declines ? "Let renewals succeed" : "Let renewals fail"}</button></form>`;
}
