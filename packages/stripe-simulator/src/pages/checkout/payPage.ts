import { html } from "hono/html";
import type { CheckoutSession, LineItem } from "../../checkout/objects.ts";
import { cardFields, failureAlert, field, testCardsHelp } from "../cardFields.ts";
import { type Html, layout, testModeNotice } from "../layout.ts";
import { formatMoney } from "../money.ts";
import { buyerFields } from "./buyerFields.ts";
import { asksForAddress, asksForCard, type FormView, fixedEmail } from "./payForm.ts";

/** The hosted payment page: plain HTML, one form, no script. */
export function payPage(session: CheckoutSession, siteName: string, view: FormView): Html {
  const total = formatMoney(session.amount_total, session.currency);
  return layout(
    `${view.failure ? "Error: " : ""}Pay ${siteName}`,
    "checkout",
    html`<main>
<div>
${session.cancel_url ? html`<p><a href="${session.cancel_url}"><span aria-hidden="true">←</span> Back to ${siteName}</a></p>` : ""}
<h1>${session.mode === "subscription" ? "Subscribe to" : "Pay"} ${siteName} <span class="amount">${total}</span></h1>
${testModeNotice}
${summary(session)}
</div>
<div>
<form method="post" action="/pay/${session.id}">
${failureAlert(view)}
<fieldset><legend>Contact</legend>${emailField(session, view)}</fieldset>
${buyerFields(session, view)}
${asksForCard(session) ? cardFields(view, !asksForAddress(session)) : ""}
<button type="submit">${submitLabel(session, total)}</button>
</form>
${testCardsHelp}
</div>
</main>`,
  );
}

function emailField(session: CheckoutSession, { typed }: FormView): Html {
  const fixed = fixedEmail(session);
  return field({
    name: "email",
    label: "Email",
    type: "email",
    inputmode: "email",
    autocomplete: "email",
    value: fixed ?? typed.email,
    readonly: fixed !== null,
  });
}

function submitLabel(session: CheckoutSession, total: string): string {
  if (session.mode === "subscription") return "Subscribe";
  return session.amount_total === 0 ? "Complete order" : `Pay ${total}`;
}

/** The items, the tax on them and the amount due. */
function summary(session: CheckoutSession): Html {
  const money = (amount: number) => formatMoney(amount, session.currency);
  const { discounts, taxes } = session.total_details.breakdown;
  return html`<section aria-labelledby="summary-heading">
<h2 id="summary-heading">Order summary</h2>
<ul class="lines">${session.line_items.data.map((line) => lineRow(line, money))}</ul>
<dl>
<div><dt>Subtotal</dt><dd>${money(session.amount_subtotal)}</dd></div>
${discounts.map(
  ({ discount, amount }) =>
    html`<div><dt>${discount.simulator_coupon.name ?? "Discount"}</dt><dd>−${money(amount)}</dd></div>`,
)}
${taxes.map(
  ({ rate, amount }) =>
    html`<div><dt>${rate.display_name} (${rate.percentage}%)</dt><dd>${money(amount)}</dd></div>`,
)}
<div class="total"><dt>Total due${session.mode === "subscription" ? " today" : ""}</dt><dd>${money(session.amount_total)}</dd></div>
</dl>
</section>`;
}

function lineRow(line: LineItem, money: (amount: number) => string): Html {
  const each = money(line.price.unit_amount ?? 0);
  return html`<li><span>${line.description ?? ""}${
    line.quantity > 1 ? html`<small>Qty ${line.quantity}, ${each} each</small>` : ""
  }${line.price.recurring ? html`<small>Billed every month</small>` : ""}</span><span>${money(line.amount_subtotal)}</span></li>`;
}
