import { verifyPaymentReplySchema } from "../../domain/checkout.ts";
import type { PlannedPayment } from "../../domain/instalments.ts";
import type { CallFunction } from "./checkoutCall.ts";

export type Grant = {
  status: "granted";
  /** Of an instalment plan; empty for one payment. */
  payments: PlannedPayment[];
  /** The buyer's address with most of it hidden, when the server says it. */
  maskedEmail: string | null;
  /** What was paid at once, when the server says it. */
  paidPence: number | null;
};
export type Verification =
  | Grant
  /** `isFinal`: asking again would bring the same answer. */
  | { status: "failed"; message: string; isFinal: boolean };

/** Asks the server whether this payment page was paid; the server grants access when the webhook has not yet. */
export async function verifyPayment(call: CallFunction, sessionId: string): Promise<Verification> {
  const reply = await call("verify-guest-payment", { sessionId }, verifyPaymentReplySchema);
  if (!reply.ok) {
    const isRefused = reply.kind === "refused";
    const fallback = isRefused
      ? "Payment verification failed"
      : "Failed to verify payment. Please contact support.";
    const message = (isRefused && reply.message) || fallback;
    return { status: "failed", message, isFinal: reply.code === "not_found" };
  }
  const { success, error, plan, email, paidPence } = reply.data;
  if (!success) return { status: "failed", message: error ?? "Payment verification failed", isFinal: false };
  return {
    status: "granted",
    payments: plan?.payments ?? [],
    maskedEmail: email ?? null,
    paidPence: paidPence ?? null,
  };
}

/** Between two questions, in milliseconds: a bank may take some seconds to say that a payment has gone through. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000];

/** Asks until the payment is granted, asking again is useless, or the patience of somebody who waits is over. */
export async function awaitGrant(
  verify: () => Promise<Verification>,
  pause: (ms: number) => Promise<unknown>,
): Promise<Verification> {
  let result = await verify();
  for (const ms of PAUSES_MS) {
    if (result.status === "granted" || result.isFinal) break;
    await pause(ms);
    result = await verify();
  }
  return result;
}
