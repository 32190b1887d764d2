import type Stripe from "stripe";
import { DatabaseError } from "../../_shared/database.ts";
import { grantPaidSession } from "../../_shared/grant.ts";
import type { Call } from "../../_shared/serve.ts";

/** A session that is over: paid at once, paid later, or free of charge. */
export function sessionPaid(call: Call, session: Stripe.Checkout.Session): Promise<string> {
  return grantPaidSession(call, session);
}

/** A session that will not be paid any more. Late news loses: an order that was paid meanwhile stays paid. */
export async function sessionEnded(call: Call, session: Stripe.Checkout.Session): Promise<string> {
  const { data, error } = await call.admin
    .from("orders")
    .update({ status: "expired" })
    .eq("checkout_session_id", session.id)
    .in("status", ["created", "open"])
    .select("id");
  if (error) throw new DatabaseError("orders", error);
  return data.length > 0 ? "expired" : "ignored";
}
