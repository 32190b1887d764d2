import { html } from "hono/html";
import { type Charge, charges } from "../../charges/charge.ts";
import { type PaymentIntent, paymentIntents } from "../../charges/paymentIntent.ts";
import { readCheckoutSettings } from "../../checkout/checkoutSettings.ts";
import { isDecided } from "../../disputes/closeDispute.ts";
import { type Dispute, disputes } from "../../disputes/dispute.ts";
import { refusedForDispute } from "../../disputes/refundable.ts";
import type { World } from "../../world.ts";
import type { Html } from "../layout.ts";
import { formatMoney } from "../money.ts";
import { short, table, time } from "./dashboardTable.ts";

/** The account's settings, and charges with the actions of the business and of the buyer's bank. */
export function paymentSections(world: World): Html {
  return html`${settingsSection(world)}
${table(
  "Bank debits in progress",
  ["Created", "Payment", "Amount", "Action"],
  world.store
    .all(paymentIntents)
    .filter((each) => each.status === "processing")
    .map((each) => [
      time(each.created),
      short(each.id),
      formatMoney(each.amount, each.currency),
      debitActions(each),
    ]),
)}
${table(
  "Payments",
  ["Created", "Charge", "Card", "Amount", "Status", "Action"],
  world.store
    .all(charges)
    .map((charge) => [
      time(charge.created),
      short(charge.id),
      meansOf(charge),
      formatMoney(charge.amount, charge.currency),
      statusOf(charge),
      chargeActions(world, charge),
    ]),
)}
${table(
  "Disputes",
  ["Created", "Dispute", "Amount", "Reason", "Status", "Action"],
  world.store
    .all(disputes)
    .map((dispute) => [
      time(dispute.created),
      short(dispute.id),
      formatMoney(dispute.amount, dispute.currency),
      dispute.reason.replaceAll("_", " "),
      dispute.status.replaceAll("_", " "),
      disputeActions(dispute),
    ]),
)}`;
}

function settingsSection(world: World): Html {
  const { adaptivePricing, paymentMethods } = readCheckoutSettings(world.store);
  const offersDebits = paymentMethods.includes("bacs_debit");
  return html`<section><h2>Checkout</h2>
<p>For sessions that do not say otherwise:</p>
<form method="post" action="/dashboard/checkout" class="choices">
<button type="submit" name="adaptivePricing" value="${adaptivePricing ? "off" : "on"}" class="secondary" aria-pressed="${adaptivePricing ? "true" : "false"}">Adaptive Pricing</button>
<button type="submit" name="bankDebits" value="${offersDebits ? "off" : "on"}" class="secondary" aria-pressed="${offersDebits ? "true" : "false"}">Bacs Direct Debit</button>
</form></section>`;
}

function debitActions({ id }: PaymentIntent): Html {
  return html`<form method="post" action="/dashboard/payments/${id}/settle" class="choices">
<button type="submit" name="outcome" value="succeeded" class="secondary">Pay now</button>
<button type="submit" name="outcome" value="failed" class="secondary">Fail now</button>
</form>`;
}

function meansOf({ payment_method_details: details }: Charge): string {
  if (details?.bacs_debit) return `Direct Debit … ${details.bacs_debit.last4 ?? ""}`;
  return `${details?.card?.brand ?? "card"} … ${details?.card?.last4 ?? ""}`;
}

function statusOf(charge: Charge): string {
  const refunded = formatMoney(charge.amount_refunded, charge.currency);
  return [
    charge.failure_message ?? charge.status,
    charge.amount_refunded > 0 ? `${refunded} refunded` : "",
    charge.disputed ? "disputed" : "",
  ]
    .filter(Boolean)
    .join(", ");
}

function chargeActions(world: World, charge: Charge): Html | string {
  if (!charge.paid || charge.refunded || refusedForDispute(world, charge)) return "—";
  const left = formatMoney(charge.amount - charge.amount_refunded, charge.currency);
  return html`<details class="actions"><summary>Refund or dispute</summary>
<form method="post" action="/dashboard/charges/${charge.id}/refund" class="choices">
<button type="submit" name="all" value="yes" class="secondary">Refund in full: ${left}</button>
</form>
<form method="post" action="/dashboard/charges/${charge.id}/refund" class="choices">
<label>Part, in ${charge.currency.toUpperCase()} <input name="amount" inputmode="decimal" autocomplete="off" size="8" required></label>
<button type="submit" class="secondary">Refund partly</button>
</form>
${charge.disputed ? "" : disputeButton(charge)}</details>`;
}

function disputeButton({ id }: Charge): Html {
  return html`<form method="post" action="/dashboard/charges/${id}/dispute" class="choices"><button type="submit" class="secondary">Dispute as fraudulent</button></form>`;
}

function disputeActions(dispute: Dispute): Html | string {
  if (isDecided(dispute)) return "—";
  return html`<form method="post" action="/dashboard/disputes/${dispute.id}/close" class="choices">
<button type="submit" name="outcome" value="won" class="secondary">Close as won</button>
<button type="submit" name="outcome" value="lost" class="secondary">Close as lost</button>
</form>`;
}
