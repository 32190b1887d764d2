import type Stripe from "stripe";
import { DatabaseError } from "../_shared/database.ts";
import { grantPaidSession } from "../_shared/grant.ts";
import type { Call } from "../_shared/serve.ts";

/** The effect of an event. Returns a word for the log. Throws when it should be sent again. */
export async function handleEvent(call: Call, event: Stripe.Event): Promise<string> {
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
      return grantPaidSession(call, event.data.object);
    case "checkout.session.expired":
      return expireOrder(call, event.data.object.id);
    default:
      return "ignored";
  }
}

/** A late expiry loses: an order that was paid meanwhile stays paid. */
async function expireOrder(call: Call, sessionId: string): Promise<string> {
  const { data, error } = await call.admin
    .from("orders")
    .update({ status: "expired" })
    .eq("checkout_session_id", sessionId)
    .in("status", ["created", "open"])
    .select("id");
  if (error) throw new DatabaseError("orders", error);
  return data.length > 0 ? "expired" : "ignored";
}
