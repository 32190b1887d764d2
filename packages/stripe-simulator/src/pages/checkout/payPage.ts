import { html } from "hono/html";
import type { LineItem } from "../../checkout/lineItem.ts";
import { presentmentOf } from "../../checkout/presentment.ts";
import type { CheckoutSession } from "../../checkout/session.ts";
import { cardFields, testCardsHelp } from "../cardFields.ts";
import { field } from "../field.ts";
import { type Html, layout, testModeNotice } from "../layout.ts";
import { formatMoney } from "../money.ts";
import {
  asksForCard,
  type FieldErrors,
  fixedEmail,
  needsTerms,
  offersBankDebit,
  type Typed,
} from "./payForm.ts";

/** What the page shows besides the session: typed values to keep, errors by field, and why the last attempt failed. */
export type PayView = { siteName: string; typed: Typed; errors: FieldErrors; failure: string | null };

/** The hosted payment page: plain HTML, one form, no script. */
export function payPage(session: CheckoutSession, view: PayView): Html {
  const local = presentmentOf(session);
  const total = local
    ? formatMoney(local.presentment_amount, local.presentment_currency)
    : formatMoney(session.amount_total, session.currency);
  const hasFault = view.failure !== null || Object.keys(view.errors).length > 0;
  return layout(
    `${hasFault ? "Error: " : ""}Pay ${view.siteName}`,
    "checkout",
    html`<main>
<div class="order">
${session.cancel_url ? html`<p class="back"><a href="${session.cancel_url}"><span aria-hidden="true">←</span> Back to ${view.siteName}</a></p>` : ""}
<h1>${session.mode === "subscription" ? "Subscribe to" : "Pay"} ${view.siteName} <span class="amount">${total}</span></h1>
${testModeNotice}
${summary(session)}
</div>
<div class="payment">
<form method="post" action="/pay/${session.id}" novalidate>
${view.failure ? html`<div class="alert" role="alert"><p>${view.failure}</p></div>` : ""}
<fieldset><legend>Contact</legend>${emailField(session, view)}</fieldset>
${offersBankDebit(session) ? methodChoice(view) : ""}
${asksForCard(session) ? cardFields(view) : ""}
${needsTerms(session) ? termsField(session, view) : ""}
<button type="submit" class="primary">${submitLabel(session, total)}</button>
${session.custom_text.submit ? html`<p class="hint">${session.custom_text.submit.message}</p>` : ""}
</form>
${testCardsHelp}
</div>
</main>`,
  );
}

function emailField(session: CheckoutSession, { typed, errors }: PayView): Html {
  const fixed = fixedEmail(session);
  return field({
    name: "email",
    label: "Email",
    type: "email",
    inputmode: "email",
    autocomplete: "email",
    value: fixed ?? typed.email,
    readonly: fixed !== null,
    errors,
  });
}

/** A card is the default, so the fields of the bank account matter only after a choice. */
function methodChoice({ typed, errors }: PayView): Html {
  const isBank = typed.paymentMethod === "bacs_debit";
  const numeric = { inputmode: "numeric", autocomplete: "off", errors } as const;
  return html`<fieldset><legend>Pay by</legend>
<div class="field"><label for="paymentMethod">Payment method</label>
<select id="paymentMethod" name="paymentMethod">
<option value="card"${isBank ? "" : html` selected`}>Card</option>
<option value="bacs_debit"${isBank ? html` selected` : ""}>Bacs Direct Debit</option>
</select></div>
<div class="pair">
${field({ ...numeric, name: "sortCode", label: "Sort code", hint: "Direct Debit only", value: typed.sortCode })}
${field({ ...numeric, name: "accountNumber", label: "Account number", hint: "Direct Debit only", value: typed.accountNumber })}
</div>
</fieldset>`;
}

function termsField(session: CheckoutSession, { siteName, typed, errors }: PayView): Html {
  const name = "termsOfServiceConsent";
  const error = errors[name];
  const text =
    session.custom_text.terms_of_service_acceptance?.message ??
    `I agree to ${siteName}'s terms of service and privacy policy`;
  return html`<div class="field">
<label class="check"><input type="checkbox" id="${name}" name="${name}" value="accepted" required${typed[name] ? html` checked` : ""}${error ? html` aria-invalid="true" aria-describedby="${name}-error"` : ""}> <span>${text}</span></label>
${error ? html`<p class="error" id="${name}-error">${error}</p>` : ""}
</div>`;
}

function submitLabel(session: CheckoutSession, total: string): string {
  if (session.mode === "subscription") return "Subscribe";
  if (session.amount_total === 0) return "Complete order";
  if (session.submit_type === "book") return `Book ${total}`;
  return session.submit_type === "donate" ? `Donate ${total}` : `Pay ${total}`;
}

/** The items, the tax on them and the amount due. */
function summary(session: CheckoutSession): Html {
  const money = (amount: number) => formatMoney(amount, session.currency);
  const { discounts, taxes } = session.total_details.breakdown;
  return html`<section class="summary" aria-labelledby="summary-heading">
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
    html`<div><dt>${rate.display_name} (${rate.percentage}%)${rate.inclusive ? " included" : ""}</dt><dd>${money(amount)}</dd></div>`,
)}
<div class="total"><dt>Total due${session.mode === "subscription" ? " today" : ""}</dt><dd>${money(session.amount_total)}</dd></div>
</dl>
</section>`;
}

function lineRow(line: LineItem, money: (amount: number) => string): Html {
  const each = money(line.price.unit_amount ?? 0);
  const { recurring } = line.price;
  return html`<li><span>${line.description ?? ""}${
    line.quantity > 1 ? html`<small>Qty ${line.quantity}, ${each} each</small>` : ""
  }${recurring ? html`<small>Billed ${everyOf(recurring)}</small>` : ""}</span><span>${money(line.amount_subtotal)}</span></li>`;
}

function everyOf({ interval, interval_count: count }: { interval: string; interval_count: number }): string {
  return count === 1 ? `every ${interval}` : `every ${count} ${interval}s`;
}
