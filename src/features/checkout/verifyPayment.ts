import { verifyPaymentReplySchema } from "../../domain/checkout.ts";
import type { CallFunction } from "./submitCheckout.ts";

export type Verification = { status: "granted" } | { status: "failed"; message: string };

/** Asks the server whether this payment page was paid; the server grants access when the webhook has not yet. */
export async function verifyPayment(call: CallFunction, sessionId: string): Promise<Verification> {
  const reply = await call("verify-guest-payment", { sessionId }, verifyPaymentReplySchema);
  if (!reply.ok) {
    const isRefused = reply.kind === "refused";
    const fallback = isRefused
      ? "Payment verification failed"
      : "Failed to verify payment. Please contact support.";
    return { status: "failed", message: (isRefused && reply.message) || fallback };
  }
  if (reply.data.success) return { status: "granted" };
  return { status: "failed", message: reply.data.error ?? "Payment verification failed" };
}
