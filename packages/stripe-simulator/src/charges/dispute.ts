import type Stripe from "stripe";
import { newId } from "../api/ids.ts";
import type { Kind, Stored, WithoutNulls } from "../api/kind.ts";
import { emit, previousAttributes } from "../webhooks/emit.ts";
import type { World } from "../world.ts";
import { type Charge, charges } from "./objects.ts";

/** Links are ids; `amount` in the smallest unit. Balance, evidence and the card network's data are not simulated. */
export type Dispute = Stored<
  WithoutNulls<
    Omit<
      Stripe.Dispute,
      "enhanced_eligibility_types" | "evidence" | "evidence_details" | "intended_submission_method"
    >
  >,
  {
    balance_transactions: [];
    charge: string;
    payment_intent: string;
    status: "needs_response" | "won" | "lost";
  }
>;

export const disputes: Kind<Dispute> = {
  object: "dispute",
  expandable: ["charge", "payment_intent"],
};

/** The buyer's bank takes back the amount not yet refunded. Returns null when there is nothing to dispute. */
export function openDispute(world: World, charge: Charge): Dispute | null {
  const amount = charge.amount - charge.amount_refunded;
  if (!charge.paid || charge.disputed || amount === 0) return null;
  const dispute = world.store.put(disputes, {
    id: newId("du"),
    object: "dispute",
    amount,
    balance_transactions: [],
    charge: charge.id,
    created: world.now(),
    currency: charge.currency,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: "fraudulent",
    status: "needs_response",
  });
  world.store.put(charges, { ...charge, disputed: true });
  emit(world, "charge.dispute.created", dispute);
  emit(world, "charge.dispute.funds_withdrawn", dispute);
  return dispute;
}

/** Applies the bank's decision. A won dispute returns the money; a dispute that was already decided does not change. */
export function closeDispute(world: World, dispute: Dispute, outcome: "won" | "lost"): Dispute {
  if (dispute.status !== "needs_response") return dispute;
  const isWon = outcome === "won";
  const closed = world.store.put(disputes, { ...dispute, is_charge_refundable: isWon, status: outcome });
  emit(world, "charge.dispute.updated", closed, previousAttributes(dispute, closed));
  if (isWon) emit(world, "charge.dispute.funds_reinstated", closed);
  emit(world, "charge.dispute.closed", closed);
  return closed;
}
