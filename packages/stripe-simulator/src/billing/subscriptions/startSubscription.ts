import { newId } from "../../api/ids.ts";
import type { PaymentIntent } from "../../charges/paymentIntent.ts";
import type { CheckoutSession } from "../../checkout/session.ts";
import type { PaymentMethod } from "../../customers/paymentMethod.ts";
import { discounts } from "../../discounts/discount.ts";
import { worldOf } from "../../time/timeline.ts";
import { emit } from "../../webhooks/emit.ts";
import type { World } from "../../world.ts";
import { draftInvoice } from "../invoices/draftInvoice.ts";
import { markPaid } from "../invoices/markPaid.ts";
import { numberInvoice } from "../invoices/numberInvoice.ts";
import { discountsAfterInvoice, startDiscount } from "./discount.ts";
import { newSubscription } from "./newSubscription.ts";
import { attachCard } from "./saveCard.ts";
import { type Subscription, subscriptions } from "./subscription.ts";

/** `intent` is null where a card was saved and nothing was due. */
type Paid = { intent: PaymentIntent | null; method: PaymentMethod } | null;

/**
 * In subscription mode: the subscription with its first invoice, paid by `paid`; returns the session that names
 * them. Checkout makes them only now that the buyer has paid (docs.stripe.com/changelog, 2025-03-31.basil).
 */
export function startSubscription(
  world: World,
  session: CheckoutSession,
  customer: string | null,
  paid: Paid,
): CheckoutSession {
  if (session.mode !== "subscription") return session;
  if (customer === null) throw new Error(`The session ${session.id} sells a subscription to nobody`);
  const then = worldOf(world, customer);
  const method = paid && attachCard(then, paid.method, customer);
  const subscription = withDiscount(
    then,
    session,
    newSubscription(then, session, { id: newId("sub"), customer, method: method?.id ?? null }),
  );
  const draft = draftInvoice(then, subscription, {
    reason: "subscription_create",
    period: { start: then.now(), end: then.now() },
    finalisesAt: null,
  });
  const started = then.store.put(subscriptions, {
    ...subscription,
    discounts: discountsAfterInvoice(then, subscription),
    latest_invoice: draft.id,
  });
  emit(then, "customer.subscription.created", started);
  markPaid(then, numberInvoice(then, draft, paid?.intent ?? null));
  return { ...session, invoice: draft.id, subscription: started.id };
}

/** The session's discount becomes the subscription's. */
function withDiscount(world: World, session: CheckoutSession, subscription: Subscription): Subscription {
  const used = world.store.all(discounts).find((each) => each.checkout_session === session.id);
  if (!used) return subscription;
  const { id, customer } = subscription;
  const discount = startDiscount(world, used, { subscription: id, customer, checkout_session: session.id });
  return { ...subscription, discounts: [discount.id] };
}
