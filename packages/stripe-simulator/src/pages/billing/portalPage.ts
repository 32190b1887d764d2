import { html } from "hono/html";
import { type Invoice, invoices } from "../../billing/invoices/objects.ts";
import { hasEnded, periodOf, type Subscription, subscriptions } from "../../billing/subscriptions/objects.ts";
import { defaultCard } from "../../billing/subscriptions/saveCard.ts";
import { products } from "../../catalogue/objects.ts";
import { type PortalSession, portalConfigurations } from "../../customers/portal.ts";
import { requireObject, type World } from "../../world.ts";
import { cardFields, failureAlert, testCardsHelp } from "../cardFields.ts";
import type { FormView } from "../checkout/payForm.ts";
import { type Html, layout, testModeNotice } from "../layout.ts";
import { formatDate, formatMoney } from "../money.ts";

/** The billing portal: subscriptions, card and invoices, as far as its configuration allows. */
export function portalPage(world: World, session: PortalSession, failure: string | null): Html {
  const { store, siteName } = world;
  const { features, business_profile: profile } = requireObject(
    world,
    portalConfigurations,
    session.configuration,
  );
  const mine = <T extends { customer: string }>(all: readonly T[]) =>
    all.filter((each) => each.customer === session.customer);
  return layout(
    `Billing at ${siteName}`,
    "dashboard",
    html`<main>
<header>
${session.return_url ? html`<p><a href="${session.return_url}"><span aria-hidden="true">←</span> Return to ${siteName}</a></p>` : ""}
<h1>${profile.headline ?? `Billing at ${siteName}`}</h1>
${testModeNotice}
${failureAlert({ failure })}
</header>
<section><h2>Plans</h2>${mine(store.all(subscriptions)).map((each) => planRow(world, each))}</section>
${features.payment_method_update.enabled ? cardSection(world, session) : ""}
${features.invoice_history.enabled ? invoiceSection(session, mine(store.all(invoices))) : ""}
</main>`,
  );
}

function planRow(world: World, subscription: Subscription): Html {
  const names = subscription.items.data.map(
    ({ price }) => world.store.get(products, price.product)?.name ?? price.product,
  );
  return html`<div class="panel"><p><strong>${names.join(", ")}</strong></p><p>${stateOf(subscription)}</p></div>`;
}

function stateOf(subscription: Subscription): string {
  if (hasEnded(subscription)) return `Ended on ${formatDate(subscription.ended_at ?? 0)}.`;
  const { end } = periodOf(subscription);
  const next =
    subscription.cancel_at !== null && subscription.cancel_at <= end
      ? `Ends on ${formatDate(subscription.cancel_at)}.`
      : `Next payment on ${formatDate(end)}.`;
  return subscription.status === "active" ? next : `A payment is overdue. ${next}`;
}

function cardSection(world: World, session: PortalSession): Html {
  const card = defaultCard(world, session.customer)?.card;
  return html`<section><h2>Payment method</h2>
<p>${card ? `${card.brand} ending in ${card.last4}, expires ${card.exp_month}/${card.exp_year}` : "No card is saved."}</p>
<p><a href="/portal/${session.id}/card">${card ? "Use another card" : "Add a card"}</a></p></section>`;
}

function invoiceSection(session: PortalSession, all: readonly Invoice[]): Html {
  const final = all.filter((each) => each.status !== "draft");
  if (final.length === 0) return html`<section><h2>Invoices</h2><p>None yet.</p></section>`;
  return html`<section><h2>Invoices</h2>
${final.map(
  (
    each,
  ) => html`<div class="panel"><p><a href="${each.hosted_invoice_url ?? ""}">${each.number}</a>, ${formatDate(each.created)}: ${formatMoney(each.total, each.currency)}, ${each.status}</p>
${
  each.status === "open"
    ? html`<form method="post" action="/portal/${session.id}/pay/${each.id}"><button type="submit">Pay ${formatMoney(each.amount_remaining, each.currency)} now</button></form>`
    : ""
}</div>`,
)}</section>`;
}

export function portalCardPage(session: PortalSession, siteName: string, view: FormView): Html {
  return layout(
    `${view.failure ? "Error: " : ""}Your card for ${siteName}`,
    "narrow",
    html`<main class="panel">
${testModeNotice}
<h1>Your card for ${siteName}</h1>
<form method="post" action="/portal/${session.id}/card">
${failureAlert(view)}
${cardFields(view)}
<button type="submit">Save card</button>
</form>
${testCardsHelp}
<p><a href="/portal/${session.id}">Back</a></p>
</main>`,
  );
}
