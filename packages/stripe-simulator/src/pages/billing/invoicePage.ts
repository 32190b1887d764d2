import { html } from "hono/html";
import type { Invoice } from "../../billing/invoices/objects.ts";
import type { Store } from "../../store.ts";
import { cardFields, failureAlert, field, testCardsHelp } from "../cardFields.ts";
import type { FormView } from "../checkout/payForm.ts";
import { type Html, layout, testModeNotice } from "../layout.ts";
import { formatDate, formatMoney } from "../money.ts";
import { invoiceAmounts } from "./documents.ts";

/** The page at `hosted_invoice_url`: the amount due, and a card form while it is unpaid. */
export function invoicePage(store: Store, invoice: Invoice, siteName: string, view: FormView): Html {
  const due = formatMoney(invoice.amount_remaining, invoice.currency);
  const types = invoice.payment_settings.payment_method_types ?? ["card"];
  const canPay = invoice.status === "open";
  return layout(
    `${view.failure ? "Error: " : ""}Invoice ${invoice.number} from ${siteName}`,
    "checkout",
    html`<main>
<div>
<h1>Invoice ${invoice.number} <span class="amount">${formatMoney(invoice.total, invoice.currency)}</span></h1>
${testModeNotice}
<p>From ${siteName} to ${invoice.customer_name ?? invoice.customer_email ?? "its customer"}, ${formatDate(invoice.created)}: ${invoice.status}.</p>
${invoiceSummary(store, invoice)}
<p><a href="${invoice.invoice_pdf ?? ""}">Download invoice</a></p>
</div>
<div>
${
  canPay
    ? html`${failureAlert(view)}
${types.includes("customer_balance") ? transferForm(invoice) : ""}
${
  types.includes("card")
    ? html`<form method="post" action="/invoice/${invoice.id}">
${cardFields(view)}
<button type="submit">Pay ${due}</button>
</form>
${testCardsHelp}`
    : ""
}`
    : html`<p>${invoice.status === "paid" ? "This invoice has been paid. Thank you." : "There is nothing to pay on this invoice."}</p>`
}
</div>
</main>`,
  );
}

/** Takes the place of the buyer's bank, which may send any amount. */
function transferForm(invoice: Invoice): Html {
  const amount = (invoice.amount_remaining / 100).toFixed(2);
  return html`<form method="post" action="/invoice/${invoice.id}/transfer">
<fieldset><legend>Bank transfer</legend>
<p>Sort code 10-88-00, account number 00012345, reference ${invoice.number}. In test mode, this form sends the money.</p>
${field({ name: "amount", label: "Amount to send", autocomplete: "off", value: amount, inputmode: "numeric" })}
</fieldset>
<button type="submit">Send bank transfer</button>
</form>`;
}

function invoiceSummary(store: Store, invoice: Invoice): Html {
  const money = (amount: number) => formatMoney(amount, invoice.currency);
  // A subscription's description counts by itself.
  const countOf = ({ amount, quantity, period }: Invoice["lines"]["data"][number]) =>
    period.start === period.end && quantity !== null && quantity > 1
      ? html`<small>Qty ${quantity}, ${money(amount / quantity)} each</small>`
      : "";
  return html`<section aria-labelledby="summary-heading">
<h2 id="summary-heading">What this invoice is for</h2>
<ul class="lines">${invoice.lines.data.map(
    (line) =>
      html`<li><span>${line.description ?? ""}${countOf(line)}${
        line.period.start === line.period.end
          ? ""
          : html`<small>${formatDate(line.period.start)} to ${formatDate(line.period.end)}</small>`
      }</span><span>${money(line.amount)}</span></li>`,
  )}</ul>
<dl>${invoiceAmounts({ store }, invoice).map(
    ([label, amount], index, all) =>
      html`<div${index === all.length - 1 ? html` class="total"` : ""}><dt>${label}</dt><dd>${amount}</dd></div>`,
  )}</dl>
</section>`;
}
