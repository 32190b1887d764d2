import type { z } from "zod";
import type { createCheckoutRequestSchema } from "../../src/domain/sales/checkout.ts";
import { planOf } from "../../src/domain/sales/plans.ts";
import { Refusal } from "../_shared/http/refusal.ts";
import { requireSameTier } from "../_shared/orders/quote.ts";

export type CheckoutRequest = z.output<typeof createCheckoutRequestSchema>;

/** Throws a Refusal for anything that can be rejected without a lookup. */
export function requireSellable(request: CheckoutRequest): void {
  const named = planOf(request.priceId);
  if (named) requireSameTier(named.tier, request.courseType);
  if (request.courseType === "student" && !request.studentIdRef) {
    throw new Refusal(400, "student_id_required", "Please upload your student ID");
  }
}
