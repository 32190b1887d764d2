import { z } from "zod";
import { COURSE_ID } from "../../src/domain/ids.ts";
import {
  type createCheckoutReplySchema,
  createCheckoutRequestSchema,
} from "../../src/domain/sales/checkout.ts";
import type { Tier } from "../../src/domain/sales/plans.ts";
import { callDatabase } from "../_shared/database.ts";
import { readJson } from "../_shared/http/body.ts";
import { identifyCaller } from "../_shared/http/caller.ts";
import { Refusal } from "../_shared/http/refusal.ts";
import { type Call, serveFunction } from "../_shared/http/serve.ts";
import { randomToken, sha256Hex } from "../_shared/random.ts";
import { type CheckoutRequest, requireSellable, requireSeller } from "./offer.ts";
import { createOrder } from "./order.ts";
import { quoteOf } from "./quote.ts";
import { openSession } from "./session.ts";

const CLAIM_TOKEN_BYTES = 32;

/**
 * POST, for anyone: stores an order and opens a checkout session for it. Returns `{ url, sessionId, claimToken }`. The
 * amount comes from our prices alone. Nothing is stored for a rejected request.
 */
export default {
  fetch: serveFunction(
    { name: "create-guest-checkout", method: "POST", rateLimit: { requests: 100, windowSeconds: 60 } },
    async (call): Promise<z.input<typeof createCheckoutReplySchema>> => {
      const request = await readJson(call.request, createCheckoutRequestSchema);
      requireSellable(request);
      await requireSeller(call);
      const userId = await findBuyer(call, request);
      if (userId) await requireNoPurchase(call, userId, request.courseType);
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

/**
 * The signed-in buyer's id, or null for a guest. The body's `isAuthenticated` counts only if the token confirms it; an
 * expired token causes an error, not a guest order.
 */
async function findBuyer(call: Call, request: CheckoutRequest): Promise<string | null> {
  if (!request.isAuthenticated) return null;
  const caller = await identifyCaller(call);
  switch (caller.kind) {
    case "anonymous":
      return null;
    case "user":
      if (!request.userId || request.userId === caller.userId) return caller.userId;
      throw new Refusal(401, "unauthorized", "You are signed in as another user. Please sign in again.");
    case "invalid":
      throw new Refusal(401, "unauthorized", "Your session has ended. Please sign in again.");
  }
}

/** Checked for signed-in buyers only: a guest must not be able to find out whether an email address is enrolled. */
async function requireNoPurchase(call: Call, userId: string, tier: Tier): Promise<void> {
  const args = { p_user: userId, p_course: COURSE_ID, p_tier: tier };
  if (!(await callDatabase(call.admin, "has_paid_tier", args, z.boolean()))) return;
  throw new Refusal(409, "already_enrolled", "You are already enrolled. Go to My Learning to continue.");
}
