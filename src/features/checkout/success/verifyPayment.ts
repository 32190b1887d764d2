import { verifyPaymentReplySchema } from "../../../domain/sales/checkout.ts";
import type { PlannedPayment } from "../../../domain/sales/instalments.ts";
import type { CallFunction } from "../checkoutCall.ts";

/** What the session is for: the course for one learner, or places for a team. */
export type Bought = "course" | "team";
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
  /** Neither confirmed nor denied: the server or the payment provider could not be asked, or has not answered yet. */
  | { status: "unknown"; message: string; isOffline: boolean };

const NO_CONNECTION = "There is no connection, so your payment could not be verified yet.";

/** While the first answer takes longer than the buyer should wait without news. */
export const NO_ANSWER: Verification = {
  status: "unknown",
  message: "Your payment could not be verified yet.",
  isOffline: false,
};

/** The session id is not that of an order. Any other refusal, such as for too many requests, says nothing about it. */
const NOT_AN_ORDER = ["not_found", "bad_request"];

/** Asks the server whether this session was paid. The server grants access if the webhook has not done so yet. */
export async function verifyPayment(call: CallFunction, sessionId: string): Promise<Verification> {
  const reply = await call("verify-guest-payment", { sessionId }, verifyPaymentReplySchema);
  if (!reply.ok) {
    if (reply.kind === "offline") return { status: "unknown", message: NO_CONNECTION, isOffline: true };
    const isRefused = reply.kind === "refused";
    const fallback = isRefused
      ? "Payment verification failed"
      : "Failed to verify payment. Please contact support.";
    const message = (isRefused && reply.message) || fallback;
    return reply.code !== undefined && NOT_AN_ORDER.includes(reply.code)
      ? { status: "failed", message, isFinal: true }
      : { status: "unknown", message, isOffline: false };
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

/** Delays between checks in milliseconds: a bank can take some seconds to confirm a payment. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000];
/** From then on, while the server cannot be asked. */
const RECHECK_MS = 15_000;

/**
 * Checks and reports each result until access is granted or another check is pointless. A payment that was not made is
 * checked as often as there are delays; while nothing is known, there is no end. `pause` resolves to false to stop.
 */
export async function followPayment(
  verify: () => Promise<Verification>,
  report: (result: Verification) => void,
  pause: (ms: number) => Promise<boolean>,
): Promise<void> {
  for (let round = 0; ; round += 1) {
    const result = await verify();
    report(result);
    if (isSettled(result) || (result.status === "failed" && round >= PAUSES_MS.length)) return;
    if (!(await pause(PAUSES_MS[round] ?? RECHECK_MS))) return;
  }
}

export function isSettled(result: Verification): boolean {
  return result.status === "failed" ? result.isFinal : result.status !== "unknown";
}
