import { newId } from "../api/ids.ts";
import { type Charge, charges } from "../charges/charge.ts";
import { paymentIntents } from "../charges/paymentIntent.ts";
import { emit } from "../webhooks/emit.ts";
import { requireObject, type World } from "../world.ts";
import { type Dispute, disputes } from "./dispute.ts";
import { NO_EVIDENCE } from "./evidence.ts";
import { moneyMoved } from "./moneyMoved.ts";

const DAY_SECONDS = 24 * 60 * 60;
const DAYS_TO_RESPOND = 9;

export type DisputeReason = "fraudulent" | "product_not_received";
const VISA_REASON_CODES: { readonly [reason in DisputeReason]: string } = {
  fraudulent: "10.4",
  product_not_received: "13.1",
};

/** Like `openDispute`, for a payment that has just succeeded. */
export function disputePayment(world: World, intentId: string, reason: DisputeReason): void {
  const { latest_charge: id } = requireObject(world, paymentIntents, intentId);
  if (id) openDispute(world, requireObject(world, charges, id), reason);
}

/** The buyer's bank takes back the amount not yet refunded. Returns null when there is nothing to dispute. */
export function openDispute(world: World, charge: Charge, reason: DisputeReason): Dispute | null {
  const amount = charge.amount - charge.amount_refunded;
  if (!charge.paid || charge.disputed || amount === 0) return null;
  const brand = charge.payment_method_details?.card?.brand ?? "visa";
  const id = newId("du");
  const dispute: Dispute = {
    id,
    object: "dispute",
    amount,
    balance_transactions: [moneyMoved(world, { id, currency: charge.currency, amount: -amount })],
    charge: charge.id,
    created: world.now(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
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
    network_reason_code: VISA_REASON_CODES[reason],
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: {
        brand,
        case_type: "chargeback",
        network: brand,
        network_reason_code: VISA_REASON_CODES[reason],
      },
      type: "card",
    },
    reason,
    status: "needs_response",
  };
  world.store.put(disputes, dispute);
  world.store.put(charges, { ...charge, disputed: true });
  emit(world, "charge.dispute.created", dispute);
  emit(world, "charge.dispute.funds_withdrawn", dispute);
  return dispute;
}
