import { z } from "zod";
import { COURSE_ID } from "../../src/domain/ids.ts";
import type { Tier } from "../../src/domain/plans.ts";
import { callDatabase } from "../_shared/database.ts";
import { identifyCaller } from "../_shared/http/caller.ts";
import { Refusal } from "../_shared/http/refusal.ts";
import type { Call } from "../_shared/http/serve.ts";
import type { CheckoutRequest } from "./offer.ts";

/**
 * The signed-in buyer's id, or null for a guest. What the body says about the buyer is believed only as far as the
 * token bears it out; a body that claims a user and a token that has run out is told so rather than sold a guest order.
 */
export async function findBuyer(call: Call, request: CheckoutRequest): Promise<string | null> {
  if (!request.isAuthenticated) return null;
  const caller = await identifyCaller(call);
  switch (caller.kind) {
    case "anonymous":
      return null;
    case "user":
      if (!request.userId || request.userId === caller.userId) return caller.userId;
      throw new Refusal(401, "unauthorized", "You are signed in as somebody else. Please sign in again.");
    case "invalid":
      throw new Refusal(401, "unauthorized", "Your session has ended. Please sign in again.");
  }
}

/** Asked for signed-in buyers only: a guest's e-mail address must not tell who is enrolled. */
export async function refuseSecondPurchase(call: Call, userId: string, tier: Tier): Promise<void> {
  const args = { p_user: userId, p_course: COURSE_ID, p_tier: tier };
  if (!(await callDatabase(call.admin, "has_paid_tier", args, z.boolean()))) return;
  throw new Refusal(409, "already_enrolled", "You are already enrolled. Go to My Learning to continue.");
}
