import type { z } from "zod";
import {
  type correctOrderEmailReplySchema,
  correctOrderEmailRequestSchema,
} from "../../src/domain/checkout.ts";
import { readJson } from "../_shared/http/body.ts";
import { serveFunction } from "../_shared/http/serve.ts";
import { startMailDelivery } from "../_shared/mail/startDelivery.ts";
import { NOT_PAID, requireClaimedOrder, TOO_LATE } from "../_shared/orders/claim.ts";
import { correctEmail } from "./correctEmail.ts";
import { tellProvider } from "./tellProvider.ts";

/**
 * POST `{ claimToken, email }`, for the browser that made a guest's order: moves the order to another e-mail address,
 * once, while nobody has signed in since the payment. Answers `{ success: true }`, which does not tell whether the new
 * address had an account, or `{ success: false, error }`.
 */
export default {
  fetch: serveFunction(
    {
      name: "correct-order-email",
      method: "POST",
      rateLimit: { requests: 60, windowSeconds: 600 },
      failureFields: { success: false },
    },
    async (call): Promise<z.input<typeof correctOrderEmailReplySchema>> => {
      const { claimToken, email } = await readJson(call.request, correctOrderEmailRequestSchema);
      const order = await requireClaimedOrder(call, claimToken);
      if (!order.paid_at) return { success: false, error: NOT_PAID };
      if (!(await correctEmail(call, order, email))) return { success: false, error: TOO_LATE };
      call.log.info("email_corrected", { order: order.id });
      await startMailDelivery(call);
      await tellProvider(call, order, email);
      return { success: true };
    },
  ),
};
