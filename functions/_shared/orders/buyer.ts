import { identifyCaller } from "../http/caller.ts";
import { enforceDailyCap } from "../http/rateLimit.ts";
import { Refusal } from "../http/refusal.ts";
import type { Call } from "../http/serve.ts";

/**
 * The signed-in buyer's id, or null for a guest. The body's `isAuthenticated` counts only if the token confirms it; an
 * expired token causes an error, not a guest order.
 */
export async function findBuyer(
  call: Call,
  request: { isAuthenticated: boolean; userId?: string | undefined },
): Promise<string | null> {
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

/** Daily caps. A campus may share one network address, and 60 checkouts a minute from it must succeed. */
const PER_DAY = { person: 50, address: 500 };

/** Counts an order. Throws a 429 Refusal above the daily caps. */
export function capOrders(call: Call, userId: string | null): Promise<void> {
  return enforceDailyCap(call, "orders", userId, PER_DAY);
}
