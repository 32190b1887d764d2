import { intentOf } from "../charges/intent.ts";
import { paymentIntents } from "../charges/objects.ts";
import { emit } from "../webhooks/emit.ts";
import type { World } from "../world.ts";
import { type CheckoutSession, sessions } from "./objects.ts";

/** Expires an open session and cancels its unfinished payment. */
export function expireSession(world: World, session: CheckoutSession): CheckoutSession {
  const { store } = world;
  const expired = store.put(sessions, { ...session, status: "expired", url: null });
  const intent = intentOf(world, session);
  if (intent) {
    const canceled = store.put(paymentIntents, {
      ...intent,
      status: "canceled",
      canceled_at: world.now(),
      cancellation_reason: "automatic",
      next_action: null,
    });
    emit(world, "payment_intent.canceled", canceled);
  }
  emit(world, "checkout.session.expired", expired);
  return expired;
}
