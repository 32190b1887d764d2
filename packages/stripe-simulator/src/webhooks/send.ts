import Stripe from "stripe";
import type { DeliveryAttempt } from "./delivery.ts";
import type { StripeEvent } from "./event.ts";

const ANSWER_TIMEOUT_MS = 10_000;
const USER_AGENT = "Stripe/1.0 (+https://stripe.com/docs/webhooks)";

// No key is needed to sign; the package wants one to be made.
const signer = new Stripe("sk_test_signing_only").webhooks;

/**
 * Posts the event, signed (docs.stripe.com/webhooks/signature). Redirects are not followed. Never throws for
 * what the receiver or the network does; rejects only when `stopped` is aborted.
 */
export async function sendEvent(
  event: StripeEvent,
  to: { url: string; secret: string },
  stopped: AbortSignal,
): Promise<DeliveryAttempt> {
  const payload = JSON.stringify(event, null, 2);
  const signature = await signer.generateTestHeaderStringAsync({ payload, secret: to.secret });
  const at = Date.now();
  try {
    const response = await fetch(to.url, {
      method: "POST",
      body: payload,
      headers: {
        "content-type": "application/json; charset=utf-8",
        "user-agent": USER_AGENT,
        "stripe-signature": signature,
      },
      redirect: "manual",
      signal: AbortSignal.any([stopped, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
    });
    await response.body?.cancel();
    return { at, status: response.status, error: response.ok ? null : `answered ${response.status}` };
  } catch (error) {
    stopped.throwIfAborted();
    return { at, status: null, error: reason(error) };
  }
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return "failed";
  if (error.name === "TimeoutError") return `no answer within ${ANSWER_TIMEOUT_MS / 1000} s`;
  return error.cause instanceof Error ? error.cause.message : error.message;
}
