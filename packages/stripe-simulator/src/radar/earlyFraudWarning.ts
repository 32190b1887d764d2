import type Stripe from "stripe";
import { newId } from "../api/ids.ts";
import type { Kind } from "../api/kind.ts";
import { paymentIntents } from "../charges/paymentIntent.ts";
import { emit } from "../webhooks/emit.ts";
import { requireObject, type World } from "../world.ts";

/** The warning of a card's issuer that a payment may be fraudulent; a dispute often follows. Links are ids. */
export type EarlyFraudWarning = Omit<Stripe.Radar.EarlyFraudWarning, "charge" | "payment_intent"> & {
  charge: string;
  payment_intent: string;
};

export const earlyFraudWarnings: Kind<EarlyFraudWarning> = {
  object: "radar.early_fraud_warning",
  idPrefix: "issfr",
  expandable: ["charge", "payment_intent"],
  included: [],
};

/** Warns of a payment that has just succeeded. */
export function warnOfFraud(world: World, intentId: string): void {
  const { latest_charge: charge } = requireObject(world, paymentIntents, intentId);
  if (!charge) return;
  const warning = world.store.put(earlyFraudWarnings, {
    id: newId("issfr"),
    object: "radar.early_fraud_warning",
    actionable: true,
    charge,
    created: world.now(),
    fraud_type: "misc",
    livemode: false,
    payment_intent: intentId,
  });
  emit(world, "radar.early_fraud_warning.created", warning);
}
