import { newId } from "../api/ids.ts";
import type { World } from "../world.ts";
import type { DisputeTransaction } from "./dispute.ts";

/** Stripe's fee for a dispute in the United Kingdom, £20.00. It is not refunded. */
const FEE = 2000;

/** A transaction on the business's balance: `amount` is negative when the bank takes the money back. */
export function moneyMoved(
  world: World,
  { id, currency, amount }: { id: string; currency: string; amount: number },
): DisputeTransaction {
  const isTaken = amount < 0;
  const fee = isTaken ? FEE : 0;
  return {
    id: newId("txn"),
    object: "balance_transaction",
    amount,
    available_on: world.now(),
    balance_type: "payments",
    created: world.now(),
    currency,
    description: `Chargeback ${isTaken ? "withdrawal" : "reversal"} for ${id}`,
    exchange_rate: null,
    fee,
    fee_details: fee
      ? [{ amount: fee, application: null, currency, description: "Dispute fee", type: "stripe_fee" }]
      : [],
    net: amount - fee,
    reporting_category: isTaken ? "dispute" : "dispute_reversal",
    source: id,
    status: "available",
    type: "adjustment",
  };
}
