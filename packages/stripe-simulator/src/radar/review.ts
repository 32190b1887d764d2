import type Stripe from "stripe";
import { newId } from "../api/ids.ts";
import type { Kind } from "../api/kind.ts";
import { charges } from "../charges/charge.ts";
import { paymentIntents } from "../charges/paymentIntent.ts";
import { emit } from "../webhooks/emit.ts";
import { requireObject, type World } from "../world.ts";

/** A payment that succeeded and that a person should check. Links are ids. */
export type Review = Omit<Stripe.Review, "charge" | "payment_intent"> & {
  charge: string | null;
  payment_intent: string;
};

export const reviews: Kind<Review> = {
  object: "review",
  idPrefix: "prv",
  expandable: ["charge", "payment_intent"],
  included: [],
};

/** Places a payment that has just succeeded in review, as a Radar rule does. */
export function openReview(world: World, intentId: string): void {
  const intent = requireObject(world, paymentIntents, intentId);
  const review = world.store.put(reviews, {
    id: newId("prv"),
    object: "review",
    billing_zip: null,
    charge: intent.latest_charge,
    closed_reason: null,
    created: world.now(),
    ip_address: null,
    ip_address_location: null,
    livemode: false,
    open: true,
    opened_reason: "rule",
    payment_intent: intent.id,
    reason: "rule",
    session: null,
  });
  world.store.put(paymentIntents, { ...intent, review: review.id });
  if (intent.latest_charge) {
    const charge = requireObject(world, charges, intent.latest_charge);
    world.store.put(charges, { ...charge, review: review.id });
  }
  emit(world, "review.opened", review);
}
