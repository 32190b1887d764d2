import { cancelIntent, intentOf } from "../charges/intent.ts";
import { emit } from "../webhooks/emit.ts";
import type { World } from "../world.ts";
import { type CheckoutSession, sessions } from "./objects.ts";

/** Expires an open session and cancels its unfinished payment. */
export function expireSession(world: World, session: CheckoutSession): CheckoutSession {
  const expired = world.store.put(sessions, { ...session, status: "expired", url: null });
  const intent = intentOf(world, session);
  if (intent) cancelIntent(world, intent, "automatic");
  emit(world, "checkout.session.expired", expired);
  return expired;
}
