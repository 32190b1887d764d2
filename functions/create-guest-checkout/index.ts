import type { z } from "zod";
import { type createCheckoutReplySchema, createCheckoutRequestSchema } from "../../src/domain/checkout.ts";
import { readJson } from "../_shared/http/body.ts";
import { serveFunction } from "../_shared/http/serve.ts";
import { randomToken, sha256Hex } from "../_shared/random.ts";
import { findBuyer, refuseSecondPurchase } from "./buyer.ts";
import { refuseUnsellable } from "./offer.ts";
import { createOrder } from "./order.ts";
import { quoteOf } from "./quote.ts";
import { openSession } from "./session.ts";

const CLAIM_TOKEN_BYTES = 32;

/**
 * POST, for anyone: stores an order and opens a checkout session for it. Answers `{ url, sessionId,
 * claimToken }`. The amount comes from our prices alone. Nothing is stored for a request that is refused.
 */
export default {
  fetch: serveFunction(
    { name: "create-guest-checkout", method: "POST", rateLimit: { requests: 100, windowSeconds: 60 } },
    async (call): Promise<z.input<typeof createCheckoutReplySchema>> => {
      const request = await readJson(call.request, createCheckoutRequestSchema);
      refuseUnsellable(request);
      const userId = await findBuyer(call, request);
      if (userId) await refuseSecondPurchase(call, userId, request.courseType);
      const quote = await quoteOf(call, request, userId);

      const claimToken = randomToken(CLAIM_TOKEN_BYTES);
      const orderId = await createOrder(call, request, {
        quote,
        userId,
        claimTokenHash: await sha256Hex(claimToken),
      });
      return { ...(await openSession(call, { orderId, email: request.email, quote })), claimToken };
    },
  ),
};
