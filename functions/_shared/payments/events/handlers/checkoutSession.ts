import type Stripe from "stripe";
import type { Call } from "../../../http/serve.ts";
import { endSession } from "../../expireOrder.ts";
import { grantPaidSession } from "../../grant.ts";

/** A session that is over: paid at once, paid later, or free of charge. */
export function sessionPaid(call: Call, session: Stripe.Checkout.Session): Promise<string> {
  return grantPaidSession(call, session);
}

/** A session that expired, or whose payment failed after days. */
export async function sessionEnded(call: Call, session: Stripe.Checkout.Session): Promise<string> {
  return (await endSession(call, session)) ? "expired" : "ignored";
}
