import { verifyPaymentReplySchema } from "../../../domain/sales/checkout.ts";
import type { PlannedPayment } from "../../../domain/sales/instalments.ts";
import type { CallFunction } from "../checkoutCall.ts";

export type Grant = {
  status: "granted";
  /** The payments of an instalment plan; empty for a single payment. */
  payments: PlannedPayment[];
  /** The buyer's email address, mostly masked, if the server sends it. */
  maskedEmail: string | null;
  /** The amount paid immediately, if the server sends it. */
  paidPence: number | null;
};
export type Verification =
  | Grant
  /** The bank has yet to make the payment, which can take days. */
  | { status: "pending"; message: string }
  /** The server says that the payment was not made. `isFinal`: a retry would give the same result. */
  | { status: "failed"; message: string; isFinal: boolean }
  /** Neither confirmed nor denied: the server or the payment provider could not be asked. */
  | { status: "unknown"; message: string };

/** The session id is not that of an order. Any other refusal, such as for too many requests, says nothing about it. */
const NOT_AN_ORDER = ["not_found", "bad_request"];

/** Asks the server whether this session was paid. The server grants access if the webhook has not done so yet. */
export async function verifyPayment(call: CallFunction, sessionId: string): Promise<Verification> {
  const reply = await call("verify-guest-payment", { sessionId }, verifyPaymentReplySchema);
  if (!reply.ok) {
    const isRefused = reply.kind === "refused";
    const fallback = isRefused
      ? "Payment verification failed"
      : "Failed to verify payment. Please contact support.";
    const message = (isRefused && reply.message) || fallback;
    return reply.code !== undefined && NOT_AN_ORDER.includes(reply.code)
      ? { status: "failed", message, isFinal: true }
      : { status: "unknown", message };
  }
  const { success, error, plan, email, paidPence, isPending } = reply.data;
  const message = error ?? "Payment verification failed";
  if (!success && isPending) return { status: "pending", message };
  if (!success) return { status: "failed", message, isFinal: false };
  return {
    status: "granted",
    payments: plan?.payments ?? [],
    maskedEmail: email ?? null,
    paidPence: paidPence ?? null,
  };
}

/** Delays between attempts in milliseconds: a bank can take some seconds to confirm a payment. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000];

/** Asks until access is granted, a retry is pointless, or the delays are used up. */
export async function awaitGrant(
  verify: () => Promise<Verification>,
  pause: (ms: number) => Promise<unknown>,
): Promise<Verification> {
  let result = await verify();
  for (const ms of PAUSES_MS) {
    if (isSettled(result)) break;
    await pause(ms);
    result = await verify();
  }
  return result;
}

function isSettled(result: Verification): boolean {
  return result.status === "failed" ? result.isFinal : result.status !== "unknown";
}
