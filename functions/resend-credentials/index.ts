import { z } from "zod";
import {
  type resendCredentialsReplySchema,
  resendCredentialsRequestSchema,
} from "../../src/domain/sales/checkout.ts";
import { callDatabase } from "../_shared/database.ts";
import { readJson } from "../_shared/http/body.ts";
import { serveFunction } from "../_shared/http/serve.ts";
import { startMailDelivery } from "../_shared/mail/startDelivery.ts";
import { NOT_PAID, requireClaimedOrder, TOO_LATE } from "../_shared/orders/claim.ts";

/**
 * POST `{ claimToken }`, for the browser that placed a guest's order: sends the sign-in email again, with a new
 * temporary password if the account is new, once a day, while nobody has signed in since the payment. Returns
 * `{ success: true }` or `{ success: false, error }`.
 */
export default serveFunction(
  {
    name: "resend-credentials",
    method: "POST",
    rateLimit: { requests: 60, windowSeconds: 600 },
    failureFields: { success: false },
  },
  async (call): Promise<z.input<typeof resendCredentialsReplySchema>> => {
    const { claimToken } = await readJson(call.request, resendCredentialsRequestSchema);
    const order = await requireClaimedOrder(call, claimToken);
    if (!order.paid_at) return { success: false, error: NOT_PAID };
    const args = { p_order: order.id };
    if (!(await callDatabase(call.admin, "resend_credentials", args, z.boolean()))) {
      return { success: false, error: TOO_LATE };
    }
    await startMailDelivery(call);
    return { success: true };
  },
);
