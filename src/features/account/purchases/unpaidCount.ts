import { INSTALLMENT_MONTHS } from "../../../domain/sales/plans.ts";
import type { Purchase } from "../../../platform/account/orders.ts";
import { isOver } from "./purchaseState.ts";

/** Counts the unpaid payments of plans that are still running. */
export function unpaidCount(
  purchases: readonly Pick<Purchase, "plan" | "status" | "restored_at" | "plan_ended_at" | "payments">[],
): number {
  return purchases
    .filter((each) => each.plan === "installment" && !isOver(each))
    .reduce(
      (sum, { payments }) => sum + INSTALLMENT_MONTHS - payments.filter((each) => each.paid_at).length,
      0,
    );
}
