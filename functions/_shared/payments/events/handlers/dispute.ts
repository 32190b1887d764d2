import type Stripe from "stripe";
import type { Call } from "../../../http/serve.ts";
import { noteDispute } from "../../refundsAndDisputes.ts";

/** A buyer's bank questions a payment, or has decided. Access stays until it is lost. */
export async function disputeChanged(call: Call, dispute: Stripe.Dispute): Promise<string> {
  const intent = dispute.payment_intent;
  if (!intent) return "ignored";
  const intentId = typeof intent === "string" ? intent : intent.id;
  return noteDispute(call, intentId, { id: dispute.id, status: standingOf(dispute.status) });
}

function standingOf(status: Stripe.Dispute.Status): "open" | "won" | "lost" {
  switch (status) {
    case "lost":
      return "lost";
    case "won":
    case "prevented":
    case "warning_closed":
      return "won";
    default:
      return "open";
  }
}
