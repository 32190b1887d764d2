import Stripe from "stripe";
import type { Store } from "../store.ts";
import { countPending } from "./emit.ts";
import {
  type Delivery,
  type DeliveryAttempt,
  deliveries,
  endpointSecrets,
  events,
  type StripeEvent,
  webhookEndpoints,
} from "./objects.ts";
import { nextAttemptAt } from "./schedule.ts";
import { readSettings } from "./settings.ts";

const MAX_AT_ONCE = 8;
const LONGEST_TIMER_MS = 60_000;

export type Deliverer = {
  /** Checks for due deliveries; call it after every change. */
  wake(): void;
  /** Resolves when no delivery is in progress. */
  idle(): Promise<void>;
  /**
   * Sends pending deliveries, including held ones, one after the other. Resolves with the number delivered; the others
   * wait for a retry as after any failed attempt.
   */
  sendInOrder(ids: readonly string[]): Promise<number>;
  /** Stops. Deliveries in progress stay pending and are sent after the next start. */
  close(): Promise<void>;
};

/** Sends each queued event until it gets a 2xx response, with one attempt per delivery at a time, in no fixed order. */
export function startDeliveries(store: Store): Deliverer {
  const underWay = new Map<string, Promise<void>>();
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  function wake(): void {
    clearTimeout(timer);
    if (!stop.signal.aborted) timer = setTimeout(sendDue, 0);
  }

  function sendDue(): void {
    if (stop.signal.aborted || readSettings(store).mode === "hold") return;
    // Read once: a delivery that became due between two readings would be neither sent nor waited for.
    const now = Date.now();
    const waiting = store
      .all(deliveries)
      .filter((each) => each.state === "pending" && !underWay.has(each.id));
    const inOrder = waiting.reverse().sort((a, b) => a.nextAt - b.nextAt);
    for (const delivery of inOrder.slice(0, MAX_AT_ONCE - underWay.size)) {
      if (delivery.nextAt > now) break;
      startAttempt(delivery);
    }
    const next = inOrder.find((each) => each.nextAt > now);
    if (next) timer = setTimeout(sendDue, Math.min(LONGEST_TIMER_MS, next.nextAt - now));
  }

  function startAttempt(delivery: Delivery): Promise<void> {
    const done = attempt(delivery).finally(() => finished(delivery.id));
    underWay.set(delivery.id, done);
    return done;
  }

  function finished(id: string): void {
    underWay.delete(id);
    wake();
  }

  async function attempt(delivery: Delivery): Promise<void> {
    try {
      await store.flush(); // never send an event that a crash could still undo
      const outcome = await send(delivery);
      store.put(deliveries, outcome);
      countPending(store, delivery.event);
      await store.flush();
    } catch (error) {
      if (stop.signal.aborted) return;
      // The state could not be saved: wait before trying again.
      store.put(deliveries, { ...delivery, nextAt: Date.now() + LONGEST_TIMER_MS });
      console.error("Payment simulator: an event could not be sent:", error);
    }
  }

  async function send(delivery: Delivery): Promise<Delivery> {
    const event = store.get(events, delivery.event);
    const url = store.get(webhookEndpoints, delivery.endpoint)?.url;
    const secret = store.get(endpointSecrets, delivery.endpoint)?.secret;
    if (!event || !url || !secret) return { ...delivery, state: "dropped" };
    const done = await sendEvent(event, { url, secret }, stop.signal);
    const attempts = [...delivery.attempts, done];
    if (done.error === null) return { ...delivery, attempts, state: "delivered" };
    const nextAt = nextAttemptAt(attempts.length, delivery.startedAt, Date.now());
    return nextAt === null ? { ...delivery, attempts, state: "failed" } : { ...delivery, attempts, nextAt };
  }

  async function sendInOrder(ids: readonly string[]): Promise<number> {
    let taken = 0;
    for (const id of ids) {
      const delivery = store.get(deliveries, id);
      if (delivery?.state === "pending") await (underWay.get(id) ?? startAttempt(delivery));
      if (store.get(deliveries, id)?.state === "delivered") taken += 1;
    }
    return taken;
  }

  async function idle(): Promise<void> {
    while (underWay.size > 0) await Promise.all(underWay.values());
  }

  for (const each of store.all(deliveries)) {
    // A receiver that was down together with the simulator gets its events soon after the start.
    if (each.state === "pending")
      store.put(deliveries, { ...each, nextAt: Math.min(each.nextAt, Date.now()) });
  }
  wake();
  return {
    wake,
    idle,
    sendInOrder,
    async close() {
      stop.abort();
      clearTimeout(timer);
      await idle();
    },
  };
}

const ANSWER_TIMEOUT_MS = 10_000;
const USER_AGENT = "Stripe/1.0 (+https://stripe.com/docs/webhooks)";

// Signing needs no key, but the package requires one in its constructor.
const signer = new Stripe("sk_test_signing_only").webhooks;

/**
 * Posts the signed event (docs.stripe.com/webhooks/signature). Redirects are not followed. Never throws for a failure
 * of the receiver or the network; rejects only when `stopped` is aborted.
 */
async function sendEvent(
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
