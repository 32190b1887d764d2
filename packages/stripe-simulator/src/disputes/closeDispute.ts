import { emit, previousAttributes } from "../webhooks/emit.ts";
import type { World } from "../world.ts";
import { type Dispute, disputes } from "./dispute.ts";
import { moneyMoved } from "./moneyMoved.ts";

/** Applies the bank's decision. A won dispute returns the money; a dispute that was already decided does not change. */
export function closeDispute(world: World, dispute: Dispute, outcome: "won" | "lost"): Dispute {
  if (isDecided(dispute)) return dispute;
  const back = { id: dispute.id, currency: dispute.currency, amount: dispute.amount };
  const isWon = outcome === "won";
  const closed = world.store.put(disputes, {
    ...dispute,
    balance_transactions: [...dispute.balance_transactions, ...(isWon ? [moneyMoved(world, back)] : [])],
    is_charge_refundable: isWon,
    status: outcome,
  });
  emit(world, "charge.dispute.updated", closed, previousAttributes(dispute, closed));
  if (isWon) emit(world, "charge.dispute.funds_reinstated", closed);
  emit(world, "charge.dispute.closed", closed);
  return closed;
}

export function isDecided({ status }: Dispute): boolean {
  return status === "won" || status === "lost";
}
