import { newId } from "../../api/ids.ts";
import type { PaymentIntent, PaymentMethod } from "../../charges/objects.ts";
import type { CheckoutSession, LineItem } from "../../checkout/objects.ts";
import { discounts } from "../../discounts/objects.ts";
import { emit } from "../../webhooks/emit.ts";
import type { World } from "../../world.ts";
import { draftInvoice, numberInvoice } from "../invoices/draftInvoice.ts";
import { markPaid } from "../invoices/markPaid.ts";
import { discountsAfterInvoice, startDiscount } from "./discount.ts";
import { addMonths } from "./interval.ts";
import { type Subscription, type SubscriptionItem, subscriptions } from "./objects.ts";
import { attachCard } from "./saveCard.ts";

/** `intent` is null if a card was saved and nothing was due. */
type Paid = { intent: PaymentIntent | null; method: PaymentMethod } | null;

/**
 * In subscription mode, creates the subscription with its first invoice, paid by `paid`, and returns the session that
 * links to them. Checkout creates them only after the buyer has paid (docs.stripe.com/changelog, 2025-03-31.basil).
 */
export function startSubscription(
  world: World,
  session: CheckoutSession,
  customer: string | null,
  paid: Paid,
): CheckoutSession {
  if (session.mode !== "subscription") return session;
  if (customer === null)
    throw new Error(`The session ${session.id} sells a subscription but has no customer`);
  const method = paid && attachCard(world, paid.method, customer);
  const subscription = withDiscount(
    world,
    session,
    newSubscription(world, session, { id: newId("sub"), customer, method: method?.id ?? null }),
  );
  const draft = draftInvoice(world, subscription, {
    reason: "subscription_create",
    period: { start: world.now(), end: world.now() },
    finalisesAt: null,
  });
  const started = world.store.put(subscriptions, {
    ...subscription,
    discounts: discountsAfterInvoice(world, subscription),
    latest_invoice: draft.id,
  });
  emit(world, "customer.subscription.created", started);
  markPaid(world, numberInvoice(world, draft, paid?.intent ?? null));
  return { ...session, invoice: draft.id, subscription: started.id };
}

/** Moves the session's discount to the subscription. */
function withDiscount(world: World, session: CheckoutSession, subscription: Subscription): Subscription {
  const used = world.store.all(discounts).find((each) => each.checkout_session === session.id);
  if (!used) return subscription;
  const { id, customer } = subscription;
  const discount = startDiscount(world, used, { subscription: id, customer, checkout_session: session.id });
  return { ...subscription, discounts: [discount.id] };
}

/** Builds the subscription that a session sells, active from now. It is not stored and has no invoice yet. */
function newSubscription(
  world: World,
  session: CheckoutSession,
  of: { id: string; customer: string; method: string | null },
): Subscription {
  const { id, customer } = of;
  const now = world.now();
  return {
    ...unusedFeatures,
    id,
    object: "subscription",
    billing_cycle_anchor: now,
    collection_method: "charge_automatically",
    created: now,
    currency: session.currency,
    customer,
    default_payment_method: of.method,
    description: null,
    discounts: [],
    items: {
      object: "list",
      data: session.line_items.data.map((line) => newItem(line, id, now)),
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    metadata: session.simulator_metadata,
    start_date: now,
    status: "active",
  };
}

function newItem(
  { price, quantity, taxes }: LineItem,
  subscription: string,
  start: number,
): SubscriptionItem {
  return {
    id: newId("si"),
    object: "subscription_item",
    created: start,
    current_period_end: addMonths(start, 1),
    current_period_start: start,
    discounts: [],
    metadata: {},
    price,
    quantity,
    subscription,
    tax_rates: taxes.map(({ rate }) => rate),
  };
}

const unusedFeatures = {
  application: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible" },
  billing_schedules: [],
  cancel_at: null,
  cancel_at_period_end: false,
  canceled_at: null,
  cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
  customer_account: null,
  default_source: null,
  default_tax_rates: [],
  ended_at: null,
  managed_payments: { enabled: false },
  pause_collection: null,
  schedule: null,
} satisfies Partial<Subscription>;
