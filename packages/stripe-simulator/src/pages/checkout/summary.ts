import { html } from "hono/html";
import type { LineItem } from "../../checkout/lineItem.ts";
import type { CheckoutSession } from "../../checkout/session.ts";
import type { Html } from "../layout.ts";
import { formatMoney } from "../money.ts";

/** What is bought, the tax on it and what is due. */
export function summary(session: CheckoutSession): Html {
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
