import type Stripe from "stripe";
import { newId } from "../api/ids.ts";
import type { Kind, Stored } from "../api/kind.ts";
import { emit, previousAttributes } from "../webhooks/emit.ts";
import type { World } from "../world.ts";
import { type Charge, charges } from "./objects.ts";

/** Links are ids; `amount` in the smallest unit. Balance and evidence are not simulated, so these fields are empty. */
export type Dispute = Stored<
  Stripe.Dispute,
  {
    balance_transactions: [];
    charge: string;
    evidence: object;
    payment_intent: string;
    status: "needs_response" | "won" | "lost";
  }
>;

export const disputes: Kind<Dispute> = {
  object: "dispute",
  expandable: ["charge", "payment_intent"],
};

const DAY_SECONDS = 24 * 60 * 60;
const DAYS_TO_RESPOND = 9;
/** Visa's code for fraud. */
const NETWORK_REASON = "10.4";

/** The buyer's bank takes back the amount not yet refunded. Returns null when there is nothing to dispute. */
export function openDispute(world: World, charge: Charge): Dispute | null {
  const amount = charge.amount - charge.amount_refunded;
  if (!charge.paid || charge.disputed || amount === 0) return null;
  const brand = charge.payment_method_details?.card?.brand ?? "visa";
  const dispute = world.store.put(disputes, {
    id: newId("du"),
    object: "dispute",
    amount,
    balance_transactions: [],
    charge: charge.id,
    created: world.now(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {},
    evidence_details: {
      due_by: world.now() + DAYS_TO_RESPOND * DAY_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    intended_submission_method: "manual",
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    network_reason_code: NETWORK_REASON,
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: { brand, case_type: "chargeback", network: brand, network_reason_code: NETWORK_REASON },
      type: "card",
    },
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
  if (isDecided(dispute)) return dispute;
  const isWon = outcome === "won";
  const closed = world.store.put(disputes, { ...dispute, is_charge_refundable: isWon, status: outcome });
  emit(world, "charge.dispute.updated", closed, previousAttributes(dispute, closed));
  if (isWon) emit(world, "charge.dispute.funds_reinstated", closed);
  emit(world, "charge.dispute.closed", closed);
  return closed;
}

export function isDecided({ status }: Dispute): boolean {
  return status === "won" || status === "lost";
}
