import { noSuch } from "./api/apiError.ts";
import type { Kind, Kinds, StripeObject } from "./api/kind.ts";
import type { Store } from "./store.ts";

/** What caused an event: an API request, or null ids for the payment page and scheduled steps. */
export type EventRequest = { readonly id: string | null; readonly idempotency_key: string | null };

/** The context of every handler. */
export type World = {
  readonly store: Store;
  readonly kinds: Kinds;
  readonly siteName: string;
  /** "http://127.0.0.1:3001", without a final slash. */
  readonly origin: string;
  readonly request: EventRequest;
  /** Unix seconds. */
  now(): number;
  /** Wakes the webhook sender after an event has been queued. */
  wakeDeliveries(): void;
};

/** Returns the object, or throws Stripe's "No such …" for the parameter that named it. */
export function requireObject<T extends StripeObject>(
  world: World,
  kind: Kind<T>,
  id: string,
  param?: string,
): T {
  const found = world.store.get(kind, id);
  if (!found) throw noSuch(kind.object, id, param);
  return found;
}
