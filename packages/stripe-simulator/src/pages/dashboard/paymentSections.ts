import { html } from "hono/html";
import { refusedForDispute } from "../../charges/createRefund.ts";
import { disputes, isDecided } from "../../charges/dispute.ts";
import { type Charge, charges } from "../../charges/objects.ts";
import type { World } from "../../world.ts";
import type { Html } from "../layout.ts";
import { formatMoney } from "../money.ts";
import { buttons, short, table, time } from "./dashboardTable.ts";

/** Charges and disputes, with the actions of the business and of the buyer's bank. */
export function paymentSections(world: World): Html {
  return html`${table(
    "Payments",
    ["Created", "Charge", "Card", "Amount", "Status", "Action"],
    world.store
      .all(charges)
      .map((charge) => [
        time(charge.created),
        short(charge.id),
        `${charge.payment_method_details?.card?.brand ?? "card"} … ${charge.payment_method_details?.card?.last4 ?? ""}`,
        formatMoney(charge.amount, charge.currency),
        statusOf(charge),
        chargeActions(world, charge),
      ]),
  )}
${table(
  "Disputes",
  ["Created", "Dispute", "Amount", "Status", "Action"],
  world.store.all(disputes).map((dispute) => [
    time(dispute.created),
    short(dispute.id),
    formatMoney(dispute.amount, dispute.currency),
    dispute.status.replaceAll("_", " "),
    isDecided(dispute)
      ? "—"
      : buttons(`disputes/${dispute.id}/close`, [
          { label: "Close as won", body: { outcome: "won" } },
          { label: "Close as lost", body: { outcome: "lost" } },
        ]),
  ]),
)}`;
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
  const refund = buttons(`charges/${charge.id}/refund`, [{ label: `Refund ${left}`, body: {} }]);
  if (charge.disputed) return refund;
  return html`${refund}${buttons(`charges/${charge.id}/dispute`, [{ label: "Dispute as fraudulent", body: {} }])}`;
}
