import { html } from "hono/html";
import type { Invoice } from "../../billing/invoices/objects.ts";
import { taxRates } from "../../catalogue/objects.ts";
import { discounts } from "../../discounts/objects.ts";
import type { Store } from "../../store.ts";
import { cardFields, failureAlert, testCardsHelp } from "../cardFields.ts";
import type { FormView } from "../checkout/payForm.ts";
import { type Html, layout, testModeNotice } from "../layout.ts";
import { formatDate, formatMoney } from "../money.ts";

/** The page at `hosted_invoice_url`: the amount due, and a card form while it is unpaid. */
export function invoicePage(store: Store, invoice: Invoice, siteName: string, view: FormView): Html {
  const due = formatMoney(invoice.amount_remaining, invoice.currency);
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
<p><a href="${invoice.invoice_pdf ?? ""}">Invoice as text</a></p>
</div>
<div>
${
  canPay
    ? html`<form method="post" action="/invoice/${invoice.id}">
${failureAlert(view)}
${cardFields(view)}
<button type="submit">Pay ${due}</button>
</form>
${testCardsHelp}`
    : html`<p>${invoice.status === "paid" ? "This invoice has been paid. Thank you." : "There is nothing to pay on this invoice."}</p>`
}
</div>
</main>`,
  );
}

function invoiceSummary(store: Store, invoice: Invoice): Html {
  return html`<section aria-labelledby="summary-heading">
<h2 id="summary-heading">What this invoice is for</h2>
<ul class="lines">${invoice.lines.data.map(
    (line) =>
      html`<li><span>${line.description ?? ""}<small>${formatDate(line.period.start)} to ${formatDate(line.period.end)}</small></span><span>${formatMoney(line.amount, invoice.currency)}</span></li>`,
  )}</ul>
<dl>${invoiceAmounts(store, invoice).map(
    ([label, amount], index, all) =>
      html`<div${index === all.length - 1 ? html` class="total"` : ""}><dt>${label}</dt><dd>${amount}</dd></div>`,
  )}</dl>
</section>`;
}

/** Labels and amounts, from the subtotal to the amount still due. */
function invoiceAmounts(store: Store, invoice: Invoice): [string, string][] {
  const money = (amount: number) => formatMoney(amount, invoice.currency);
  return [
    ["Subtotal", money(invoice.subtotal)],
    ...invoice.total_discount_amounts.map(({ amount, discount }): [string, string] => [
      store.get(discounts, discount)?.simulator_coupon.name ?? "Discount",
      `−${money(amount)}`,
    ]),
    ...(invoice.total_taxes ?? []).map((tax): [string, string] => {
      const rate = store.get(taxRates, tax.tax_rate_details?.tax_rate ?? "");
      const included = tax.tax_behavior === "inclusive" ? " included" : "";
      return [`${rate?.display_name ?? "Tax"} (${rate?.percentage ?? 0}%)${included}`, money(tax.amount)];
    }),
    ["Total", money(invoice.total)],
    ["Amount due", money(invoice.amount_remaining)],
  ];
}

/** The invoice as plain text, where Stripe has a PDF. */
export function invoiceText(store: Store, invoice: Invoice, siteName: string): string {
  const lines = invoice.lines.data.map(
    (line) =>
      `${line.description ?? ""}, ${formatDate(line.period.start)} to ${formatDate(line.period.end)}: ${formatMoney(line.amount, invoice.currency)}`,
  );
  return [
    `Invoice ${invoice.number} from ${siteName} (test mode)`,
    `Date: ${formatDate(invoice.created)}`,
    `To: ${invoice.customer_name ?? ""} ${invoice.customer_email ?? ""}`,
    `Status: ${invoice.status}`,
    "",
    ...lines,
    "",
    ...invoiceAmounts(store, invoice).map(([label, amount]) => `${label}: ${amount}`),
    "",
  ].join("\n");
}
