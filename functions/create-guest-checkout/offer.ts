import type { z } from "zod";
import type { createCheckoutRequestSchema } from "../../src/domain/checkout.ts";
import { Refusal } from "../_shared/refusal.ts";

export type CheckoutRequest = z.output<typeof createCheckoutRequestSchema>;

/** What can be refused without asking anybody. */
export function refuseUnsellable(request: CheckoutRequest): void {
  if (request.discountCode !== "") throw new Refusal(400, "bad_request", "Invalid discount code");
  if (request.courseType === "student" && !request.studentIdRef) {
    throw new Refusal(400, "student_id_required", "Please upload your student ID");
  }
}
